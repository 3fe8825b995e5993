/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FATAL_REPORT_H
#define FATAL_REPORT_H

#include <exception>
#include <iostream>
#include <sstream>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * While it exists, a fatal error of ns-3 ends the program with one line and an exit status instead
 * of an abort.
 *
 * What is written to std::cerr meanwhile is held back, and written at the end unless that is a
 * fatal error. There may be one at a time.
 */
class FatalReport
{
  public:
    /** @param program the name to begin the line with */
    explicit FatalReport(const std::string& program);
    ~FatalReport();

    FatalReport(const FatalReport&) = delete;
    FatalReport& operator=(const FatalReport&) = delete;

  private:
    /** Writes the line and ends the program. */
    [[noreturn]] static void Report();

    static FatalReport* g_current; //!< the one that exists

    std::string m_program;           //!< begins the line
    std::ostringstream m_held;       //!< what was written meanwhile
    std::streambuf* m_cerr;          //!< where std::cerr wrote before
    std::terminate_handler m_before; //!< what ended the program before
};

} // namespace ns3

#endif /* FATAL_REPORT_H */
