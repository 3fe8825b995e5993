/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-list-parser.h"

#include <gtest/gtest.h>
#include <sstream>

using schedlab::FlowListParser;
using schedlab::FlowSpec;

namespace flow_list_test
{

std::vector<FlowSpec>
Parse(const std::string& text, uint32_t hosts = 4)
{
    std::istringstream in(text);
    return FlowListParser::Parse(in, "list.csv", hosts);
}

/** Expects an error, one line with this text. */
void
ExpectError(const std::string& text, const std::string& message)
{
    try
    {
        Parse(text);
        ADD_FAILURE() << "no error for: " << text;
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(error.what(), message);
    }
}

const std::string HEADER = "start_ns,src,dst,size_bytes\n";

TEST(FlowList, ColumnsAreFoundByName)
{
    const auto flows = Parse("# written by hand\n"
                             "size_bytes, dst_host ,note,start_ns,src_host,id\r\n"
                             "\n"
                             "5000000000,3,first,10,0,70\r\n"
                             "  1 , 2 ,second, 10 , 1 , 7 \n",
                             4);
    ASSERT_EQ(flows.size(), 2U);
    EXPECT_EQ(flows[0].id, 70U);
    EXPECT_EQ(flows[0].startNs, 10);
    EXPECT_EQ(flows[0].source, 0U);
    EXPECT_EQ(flows[0].destination, 3U);
    EXPECT_EQ(flows[0].sizeBytes, 5000000000U);
    EXPECT_EQ(flows[1].id, 7U);
    EXPECT_EQ(flows[1].sizeBytes, 1U);
}

TEST(FlowList, FlowsWithoutNumbersAreCountedFrom0)
{
    const auto flows = Parse(HEADER + "0,0,1,1\n0,1,0,1\n");
    EXPECT_EQ(flows[0].id, 0U);
    EXPECT_EQ(flows[1].id, 1U);
}

TEST(FlowList, BadFlowsAreRefusedWithFileAndLine)
{
    ExpectError(HEADER + "5,0,1,1\n4,0,1,1\n",
                "list.csv:3: start_ns 4 is before that of the flow ahead of it; sort the list by "
                "start_ns");
    ExpectError(HEADER + "-1,0,1,1\n", "list.csv:2: start_ns -1 is before the run");
    ExpectError(HEADER + "0,4,1,1\n", "list.csv:2: src 4 is no host; there are hosts 0 to 3");
    ExpectError(HEADER + "0,0,9,1\n", "list.csv:2: dst 9 is no host; there are hosts 0 to 3");
    ExpectError(HEADER + "0,2,2,1\n", "list.csv:2: src and dst are the same host, 2");
    ExpectError(HEADER + "0,0,1,0\n", "list.csv:2: size_bytes is 0; a flow has at least 1 byte");
}

TEST(FlowList, BadTextIsRefusedWithFileAndLine)
{
    ExpectError("start,src,dst,size_bytes\n",
                "list.csv:1: the header has to name the columns start_ns, src, dst and size_bytes");
    ExpectError(HEADER + "0,0,1\n", "list.csv:2: there are 3 fields, the header has 4");
    ExpectError(HEADER + "0,0,1,1,\n", "list.csv:2: there are 5 fields, the header has 4");
    ExpectError(HEADER + "0,0,1,1e6\n",
                "list.csv:2: size_bytes \"1e6\" is not a whole number in range");
    ExpectError(HEADER + "0,0,,1\n", "list.csv:2: dst \"\" is not a whole number in range");
    ExpectError(HEADER + "0,4294967296,1,1\n",
                "list.csv:2: src \"4294967296\" is not a whole number in range");
    ExpectError(HEADER + "0,\x01\xff" + std::string(100, 'a') + ",1,1\n",
                "list.csv:2: src \"??" + std::string(28, 'a') +
                    "\" is not a whole number in range");
    ExpectError("", "list.csv: there is no flow in it");
    ExpectError(HEADER, "list.csv: there is no flow in it");
}

} // namespace flow_list_test
