/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SLEEP_MODEL_H
#define SLEEP_MODEL_H

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/sleep-law.h"

namespace ns3
{

/**
 * @ingroup nic-poller
 * How long a timed sleep of a thread really takes.
 */
class SleepModel : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param requested how long to sleep, in ns
     * @return how long it takes, in ns; 0 if the call returns at once
     */
    double Draw(double requested);

    /** @param requested how long to sleep, in ns @return false if the call returns at once */
    bool Sleeps(double requested) const;

    /** The next Draw() uses the random numbers of the last one again. */
    void PutBack();

    /** @return a random number in [0, 1) */
    double Uniform();

    /** @return the law */
    const schedlab::SleepLaw& GetLaw() const;

    /** @param stream stream number @return numbers used */
    int64_t AssignStreams(int64_t stream);

  private:
    /** @param text a law in the form that SleepLaw reads */
    void SetLaw(std::string text);
    /** @return the text of the law */
    std::string GetLawText() const;

    std::string m_text;       //!< the law as text
    schedlab::SleepLaw m_law; //!< the law
    bool m_subMicroReturn;    //!< less than 1 us is no sleep
    bool m_kept{false};       //!< the random numbers were put back
    double m_first{0};        //!< last random number
    double m_second{0};       //!< the one after it
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; //!< random numbers
};

} // namespace ns3

#endif /* SLEEP_MODEL_H */
