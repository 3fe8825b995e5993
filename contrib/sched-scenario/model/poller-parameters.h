/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLLER_PARAMETERS_H
#define POLLER_PARAMETERS_H

#include "parameter-table.h"
#include "poller-config.h"

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The parameters of a run of a polled network card.
 */
class PollerParameters : public ParameterTable
{
  public:
    PollerParameters();

    /**
     * Checks the parameters against each other.
     * @return the configuration, threads and costs filled in
     * @throws ConfigurationError if they make no sense together
     */
    PollerConfig Finish() const;

  private:
    /** The poller and its threads. */
    void AddPoller();
    /** What the host does with packets and what that costs. */
    void AddWork();
    /** Traffic. */
    void AddTraffic();
    /** Cores. */
    void AddHost();

    /** A time of at least 0. @param name @param byDefault @param help of it @param to where */
    void AddTime(const std::string& name,
                 const std::string& byDefault,
                 const std::string& help,
                 double& to);
    /** A whole number. @param name @param byDefault @param least @param help of it @param to where
     */
    void AddCount(const std::string& name,
                  uint32_t byDefault,
                  uint32_t least,
                  const std::string& help,
                  uint32_t& to);
    /** One of some names. @param name @param names the default first @param help @param to where */
    void AddChoice(const std::string& name,
                   const std::vector<std::string>& names,
                   const std::string& help,
                   std::string& to);
    /** A cost in ns, or auto. @param name @param help of it @param to where */
    void AddCost(const std::string& name, const std::string& help, std::optional<double>& to);

    PollerConfig m_config; //!< the values, typed
};

} // namespace ns3

#endif /* POLLER_PARAMETERS_H */
