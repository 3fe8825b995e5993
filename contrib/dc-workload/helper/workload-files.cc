/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "workload-files.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace ns3
{

std::string
WorkloadFiles::GetFolder()
{
    const char* folder = std::getenv("SCHEDLAB_WORKLOADS");
    return folder && *folder ? folder : DC_WORKLOAD_DATA;
}

schedlab::SizeCdf
WorkloadFiles::LoadSizes(const std::string& name, schedlab::SizeCdf::Interpolation interpolation)
{
    const bool isPath = name.find('/') != std::string::npos || name.find('.') != std::string::npos;
    const std::string path = isPath ? name : GetFolder() + "/" + name + ".csv";
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
    {
        throw std::invalid_argument("cannot read " + path + ": it is a directory");
    }
    std::ifstream in(path);
    if (!in)
    {
        throw std::invalid_argument(
            "cannot read " + path + ": " + std::strerror(errno) +
            (isPath ? ""
                    : "; give a path, or set SCHEDLAB_WORKLOADS to a folder with such a file"));
    }
    return schedlab::SizeCdf::Parse(in, path, interpolation);
}

} // namespace ns3
