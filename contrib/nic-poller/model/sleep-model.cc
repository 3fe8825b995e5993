/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sleep-model.h"

#include "ns3/boolean.h"
#include "ns3/fatal-error.h"
#include "ns3/string.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SleepModel);

TypeId
SleepModel::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SleepModel")
            .SetParent<Object>()
            .SetGroupName("NicPoller")
            .AddConstructor<SleepModel>()
            .AddAttribute("Law",
                          "How long a sleep takes: exact, constant:T, uniform:A:B, jitter:S, "
                          "lognormal:T:SIGMA, hr_sleep or nanosleep[:SLACK]; times with a unit.",
                          StringValue("uniform:2.5us:5.5us"),
                          MakeStringAccessor(&SleepModel::SetLaw, &SleepModel::GetLawText),
                          MakeStringChecker())
            .AddAttribute("SubMicroReturn",
                          "A request below 1 us returns at once.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&SleepModel::m_subMicroReturn),
                          MakeBooleanChecker());
    return tid;
}

double
SleepModel::Draw(double requested)
{
    if (!Sleeps(requested))
    {
        return 0; // hr_sleep(0) does not sleep
    }
    if (!m_kept)
    {
        m_first = m_random->GetValue();
        m_second = m_law.NeedsTwo() ? m_random->GetValue() : 0;
    }
    m_kept = false;
    return m_law.Duration(requested, m_first, m_second);
}

bool
SleepModel::Sleeps(double requested) const
{
    return requested >= 1 && !(m_subMicroReturn && requested < 1000);
}

void
SleepModel::PutBack()
{
    m_kept = true;
}

double
SleepModel::Uniform()
{
    return m_random->GetValue();
}

const schedlab::SleepLaw&
SleepModel::GetLaw() const
{
    return m_law;
}

int64_t
SleepModel::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

void
SleepModel::SetLaw(std::string text)
{
    try
    {
        m_law = schedlab::SleepLaw(text);
    }
    catch (const std::invalid_argument& error)
    {
        NS_FATAL_ERROR("SleepModel: " << error.what());
    }
    m_text = text;
}

std::string
SleepModel::GetLawText() const
{
    return m_text;
}

} // namespace ns3
