/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WORKLOAD_FILES_H
#define WORKLOAD_FILES_H

#include "ns3/size-cdf.h"

#include <string>

namespace ns3
{

/**
 * @ingroup dc-workload
 * Finds and reads the tables of flow sizes.
 */
class WorkloadFiles
{
  public:
    /**
     * @param name websearch, datamining or another table of the folder of tables, or a path
     * @param interpolation how to read it between two knots
     * @return the distribution
     * @throws std::invalid_argument if there is no such file or it is not a table
     */
    static schedlab::SizeCdf LoadSizes(const std::string& name,
                                       schedlab::SizeCdf::Interpolation interpolation);

    /**
     * @return the folder of tables: the environment variable SCHEDLAB_WORKLOADS, or the folder data
     * of this module in the source tree that the program was built from
     */
    static std::string GetFolder();
};

} // namespace ns3

#endif /* WORKLOAD_FILES_H */
