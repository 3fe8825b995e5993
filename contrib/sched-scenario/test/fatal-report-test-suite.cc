/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/abort.h"
#include "ns3/fatal-error.h"
#include "ns3/fatal-report.h"
#include "ns3/test.h"

#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;

namespace
{

/** How a process ended. */
struct Ending
{
    int status;         //!< its exit status, -1 if a signal ended it
    std::string errors; //!< what it wrote to standard error
};

/** @param step what a child process does before it ends well @return how it ended */
Ending
InChild(const std::function<void()>& step)
{
    int ends[2];
    NS_ABORT_MSG_IF(pipe(ends) != 0, "no pipe");
    const pid_t child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDERR_FILENO);
        step();
        std::cerr.flush();
        _exit(0);
    }
    close(ends[1]);
    Ending ending{-1, ""};
    char text[256];
    for (ssize_t n; (n = read(ends[0], text, sizeof(text))) > 0;)
    {
        ending.errors.append(text, n);
    }
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status))
    {
        ending.status = WEXITSTATUS(status);
    }
    return ending;
}

class FatalReportTest : public TestCase
{
  public:
    FatalReportTest()
        : TestCase("A fatal error of ns-3 is one line and an exit status")
    {
    }

  private:
    void DoRun() override
    {
        const Ending fatal = InChild([] {
            const FatalReport report("program");
            std::cerr << "noise that the line replaces\n";
            NS_FATAL_ERROR("port 3 is taken");
        });
        NS_TEST_EXPECT_MSG_EQ(fatal.status, 1, "status after a fatal error");
        NS_TEST_EXPECT_MSG_EQ(fatal.errors, "program: ns-3 stopped: port 3 is taken\n", "line");

        const Ending well = InChild([] {
            const FatalReport report("program");
            std::cerr << "a warning\n";
        });
        NS_TEST_EXPECT_MSG_EQ(well.status, 0, "status without an error");
        NS_TEST_EXPECT_MSG_EQ(well.errors, "a warning\n", "what was held back");

        const Ending after = InChild([] {
            {
                const FatalReport report("program");
            }
            NS_FATAL_ERROR("late");
        });
        NS_TEST_EXPECT_MSG_EQ(after.status, -1, "no report exists any more: ns-3 aborts");
    }
};

class FatalReportTestSuite : public TestSuite
{
  public:
    FatalReportTestSuite()
        : TestSuite("sched-scenario-fatal-report", Type::UNIT)
    {
        AddTestCase(new FatalReportTest);
    }
};

FatalReportTestSuite g_fatalReportTestSuite; //!< registers the suite

} // namespace
