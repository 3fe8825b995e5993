/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "amount-checker.h"

#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

namespace
{

/** A whole number that can be read from the text of a QueueSize. */
class AmountValue : public UintegerValue
{
  public:
    /** @param unit what is counted */
    explicit AmountValue(QueueSizeUnit unit)
        : m_unit(unit)
    {
    }

    Ptr<AttributeValue> Copy() const override
    {
        return Create<AmountValue>(*this);
    }

    bool DeserializeFromString(std::string text, Ptr<const AttributeChecker> checker) override
    {
        if (text.find_first_not_of("0123456789") == std::string::npos)
        {
            return UintegerValue::DeserializeFromString(text, checker);
        }
        std::istringstream stream(text);
        QueueSize size("0p");
        stream >> size;
        if (stream.fail() || size.GetUnit() != m_unit)
        {
            return false;
        }
        Set(size.GetValue());
        return true;
    }

  private:
    QueueSizeUnit m_unit; //!< what is counted
};

/** Accepts whole numbers of a range. */
class AmountChecker : public AttributeChecker
{
  public:
    AmountChecker(QueueSizeUnit unit, uint64_t least, uint64_t most)
        : m_unit(unit),
          m_least(least),
          m_most(most)
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        const auto* number = dynamic_cast<const UintegerValue*>(&value);
        return number && number->Get() >= m_least && number->Get() <= m_most;
    }

    std::string GetValueTypeName() const override
    {
        return "ns3::UintegerValue";
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        std::ostringstream text;
        text << (m_unit == QueueSizeUnit::BYTES ? "bytes " : "packets ") << m_least << ":"
             << m_most;
        return text.str();
    }

    Ptr<AttributeValue> Create() const override
    {
        return ns3::Create<AmountValue>(m_unit);
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        const auto* from = dynamic_cast<const UintegerValue*>(&source);
        auto* to = dynamic_cast<UintegerValue*>(&destination);
        if (!from || !to)
        {
            return false;
        }
        to->Set(from->Get());
        return true;
    }

  private:
    QueueSizeUnit m_unit; //!< what is counted
    uint64_t m_least;     //!< smallest value
    uint64_t m_most;      //!< largest value
};

} // namespace

Ptr<const AttributeChecker>
MakeAmountChecker(QueueSizeUnit unit, uint64_t least, uint64_t most)
{
    return Ptr<const AttributeChecker>(new AmountChecker(unit, least, most), false);
}

} // namespace ns3
