/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVERY_DISC_TEST_H
#define EVERY_DISC_TEST_H

#include "rank-test-utils.h"

#include "ns3/simulator.h"
#include "ns3/test.h"

namespace ns3
{
namespace tests
{

/**
 * @ingroup rank-queue-disc-tests
 * Runs one check on every rank-ordered queue disc that is registered, so that a disc added later is
 * tested without being named.
 */
class EveryDiscTest : public TestCase
{
  public:
    using TestCase::TestCase;

  private:
    void DoRun() override
    {
        const auto discs = RankDiscs();
        NS_TEST_ASSERT_MSG_GT(discs.size(), 0, "some discs are registered");
        for (const TypeId& type : discs)
        {
            Check(type);
        }
        Simulator::Destroy();
    }

    /** @param type the disc to check */
    virtual void Check(TypeId type) = 0;
};

} // namespace tests
} // namespace ns3

#endif /* EVERY_DISC_TEST_H */
