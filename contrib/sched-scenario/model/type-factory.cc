/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "type-factory.h"

#include "fatal-trial.h"

#include "ns3/pointer.h"
#include "ns3/string.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

const std::string PREFIX = "ns3::";

std::string
WithPrefix(const std::string& name)
{
    return name.find("::") == std::string::npos ? PREFIX + name : name;
}

/** Levenshtein distance. */
std::size_t
Distance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 0; i < a.size(); ++i)
    {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j)
        {
            const std::size_t change = diagonal + (std::tolower(a[i]) != std::tolower(b[j]));
            diagonal = row[j + 1];
            row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

std::string
Join(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
    {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

std::vector<std::string>
NamesOf(const std::vector<TypeId>& types)
{
    std::vector<std::string> names;
    for (TypeId type : types)
    {
        names.push_back(type.GetName());
    }
    return names;
}

/** What a value has to be, in words, from what the attribute's checker says of itself. */
std::string
Wanted(Ptr<const AttributeChecker> checker)
{
    if (auto pointer = DynamicCast<const PointerChecker>(checker))
    {
        return "a " + pointer->GetPointeeTypeId().GetName();
    }
    std::string name = checker->GetValueTypeName();
    std::string detail =
        checker->HasUnderlyingTypeInformation() ? checker->GetUnderlyingTypeInformation() : "";
    if (name.rfind("ns3::EnumValue", 0) == 0) // a template from ns-3.41 on
    {
        std::replace(detail.begin(), detail.end(), '|', ' ');
        return "one of " + detail;
    }
    if (name.rfind(PREFIX, 0) == 0)
    {
        name.erase(0, PREFIX.size());
    }
    const std::string suffix = "Value";
    if (name.size() > suffix.size() &&
        name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
    {
        name.resize(name.size() - suffix.size());
    }
    const bool vowel = std::string("AEIOU").find(name[0]) != std::string::npos;
    // Uinteger is said as in "you"; a detail that only repeats the name is of no use.
    const std::string article = vowel && name[0] != 'U' ? "an " : "a ";
    const bool repeats = detail.empty() || detail == name || detail == PREFIX + name;
    return article + name + (repeats ? "" : " (" + detail + ")");
}

} // namespace

std::string
TypeFactory::Nearest(const std::string& name, const std::vector<std::string>& names)
{
    return *std::min_element(names.begin(), names.end(), [&](const auto& a, const auto& b) {
        return Distance(name, a) < Distance(name, b);
    });
}

TypeFactory::TypeFactory(const std::string& name, TypeId base)
{
    const std::string full = WithPrefix(name);
    const std::vector<std::string> known = NamesOf(Children(base));
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(full, &type))
    {
        throw ConfigurationError("no TypeId " + full +
                                 (known.empty() ? "" : "; did you mean " + Nearest(full, known)) +
                                 "?");
    }
    const bool related = type == base || type.IsChildOf(base);
    if (!related || !type.HasConstructor())
    {
        throw ConfigurationError(full + (related ? " is abstract" : " is not a " + base.GetName()) +
                                 "; there are " + Join(known));
    }
    m_factory.SetTypeId(type);
}

TypeId
TypeFactory::GetTypeId() const
{
    return m_factory.GetTypeId();
}

void
TypeFactory::Set(const std::string& name, const std::string& value)
{
    const TypeId::AttributeInformation info = Find(name);
    const std::string type = info.checker->GetValueTypeName();
    // An unsigned number of ns-3 takes "-1" for its largest value, and some releases "" for a
    // number.
    if ((type == "ns3::UintegerValue" && value.find('-') != std::string::npos) ||
        (value.empty() && type != "ns3::StringValue"))
    {
        throw ConfigurationError("value \"" + value + "\" of attribute " + name + " of " +
                                 GetTypeId().GetName() + " is not " + Wanted(info.checker));
    }
    Check(info, StringValue(value));
    m_factory.Set(name, StringValue(value));
}

void
TypeFactory::Set(const std::string& name, Ptr<Object> object)
{
    Check(Find(name), PointerValue(object));
    m_factory.Set(name, PointerValue(object));
}

void
TypeFactory::SetFrom(const std::string& assignment)
{
    const auto equals = assignment.find('=');
    if (equals == 0 || equals == std::string::npos)
    {
        throw ConfigurationError("\"" + assignment + "\" is not ATTRIBUTE=VALUE");
    }
    Set(assignment.substr(0, equals), assignment.substr(equals + 1));
}

std::vector<TypeId>
TypeFactory::Children(TypeId base)
{
    std::vector<TypeId> children;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (type.IsChildOf(base) && type.HasConstructor())
        {
            children.push_back(type);
        }
    }
    std::sort(children.begin(), children.end(), [](TypeId a, TypeId b) {
        return a.GetName() < b.GetName();
    });
    return children;
}

std::vector<TypeId::AttributeInformation>
TypeFactory::Attributes(TypeId type)
{
    std::vector<TypeId::AttributeInformation> attributes;
    for (;;)
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = type.GetAttribute(i);
            const bool settable = (info.flags & (TypeId::ATTR_SET | TypeId::ATTR_CONSTRUCT)) != 0 &&
                                  info.accessor->HasSetter() &&
                                  info.supportLevel != TypeId::SupportLevel::OBSOLETE;
            if (settable)
            {
                attributes.push_back(info);
            }
        }
        if (!type.HasParent())
        {
            return attributes;
        }
        type = type.GetParent();
    }
}

TypeId::AttributeInformation
TypeFactory::Find(const std::string& name) const
{
    const auto attributes = Attributes(GetTypeId());
    std::vector<std::string> names;
    for (const auto& info : attributes)
    {
        if (info.name == name)
        {
            return info;
        }
        names.push_back(info.name);
    }
    throw ConfigurationError(GetTypeId().GetName() + " has no attribute " + name + "; it has " +
                             (names.empty() ? "none" : Join(names)));
}

void
TypeFactory::Check(const TypeId::AttributeInformation& info, const AttributeValue& value) const
{
    // A setter may refuse a value of the right type, and a factory would then keep the default.
    const auto reason = TryInChild([&] {
        const bool good = (info.flags & TypeId::ATTR_SET)
                              ? m_factory.Create<Object>()->SetAttributeFailSafe(info.name, value)
                              : bool(info.checker->CreateValidValue(value));
        if (!good)
        {
            throw ConfigurationError("");
        }
    });
    if (reason)
    {
        throw ConfigurationError("value \"" + value.SerializeToString(info.checker) +
                                 "\" of attribute " + info.name + " of " + GetTypeId().GetName() +
                                 " is not " + Wanted(info.checker) +
                                 (reason->empty() ? "" : ": " + *reason));
    }
}

} // namespace ns3
