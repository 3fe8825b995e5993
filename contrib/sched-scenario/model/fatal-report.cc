/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fatal-report.h"

#include "fatal-trial.h"

#include <cstdlib>

namespace ns3
{

FatalReport* FatalReport::g_current = nullptr;

FatalReport::FatalReport(const std::string& program)
    : m_program(program),
      m_cerr(std::cerr.rdbuf(m_held.rdbuf())),
      m_before(std::set_terminate(&FatalReport::Report))
{
    g_current = this;
}

FatalReport::~FatalReport()
{
    g_current = nullptr;
    std::set_terminate(m_before);
    std::cerr.rdbuf(m_cerr);
    std::cerr << m_held.str();
}

void
FatalReport::Report()
{
    const std::string held = g_current->m_held.str();
    const std::string message = FatalMessageIn(held);
    std::cerr.rdbuf(g_current->m_cerr);
    std::cerr << g_current->m_program
              << ": ns-3 stopped: " << (message.empty() ? held.substr(0, held.find('\n')) : message)
              << std::endl;
    std::_Exit(EXIT_FAILURE);
}

} // namespace ns3
