/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-output.h"

#include "type-factory.h"

namespace fs = std::filesystem;

namespace ns3
{

ScenarioOutput::ScenarioOutput(const std::string& directory)
    : m_final(fs::path(directory).lexically_normal())
{
    if (directory.empty())
    {
        throw ConfigurationError("no output directory: give one by --out DIR");
    }
    if (!m_final.has_filename())
    {
        m_final = m_final.parent_path(); // it was written with a / at its end
    }
    m_partial = m_final;
    m_partial += ".part";
    std::error_code error;
    if (fs::exists(m_final, error) && (!fs::is_directory(m_final) || !fs::is_empty(m_final, error)))
    {
        throw ConfigurationError("output directory " + m_final.string() +
                                 " exists and is not empty: remove it or give another --out");
    }
    // What a killed run has left behind.
    fs::remove_all(m_partial, error);
    if (!error)
    {
        fs::create_directories(m_partial, error);
    }
    if (error)
    {
        throw ConfigurationError("cannot make " + m_partial.string() + ": " + error.message() +
                                 "; give a writable --out");
    }
}

ScenarioOutput::~ScenarioOutput()
{
    Discard();
}

std::ofstream&
ScenarioOutput::File(const std::string& name)
{
    const auto found = m_files.find(name);
    if (found != m_files.end())
    {
        return found->second;
    }
    std::ofstream& file = m_files[name];
    file.open(m_partial / name);
    if (!file)
    {
        throw std::runtime_error("cannot write " + (m_partial / name).string());
    }
    file.precision(12);
    return file;
}

void
ScenarioOutput::Write(const std::string& name, const nlohmann::ordered_json& json)
{
    File(name) << json.dump(2) << "\n";
}

void
ScenarioOutput::Commit()
{
    for (auto& [name, file] : m_files)
    {
        file.close();
        if (file.fail())
        {
            throw std::runtime_error("cannot write " + (m_partial / name).string() +
                                     ": is the disk full?");
        }
    }
    std::error_code error;
    fs::rename(m_partial, m_final, error);
    if (error)
    {
        throw std::runtime_error("cannot rename " + m_partial.string() + " to " + m_final.string() +
                                 ": " + error.message());
    }
    m_open = false;
}

void
ScenarioOutput::Discard() noexcept
{
    // Files may still be added while this removes, so once is not always enough.
    for (int i = 0; i < 10 && m_open; ++i)
    {
        std::error_code error;
        fs::remove_all(m_partial, error);
        m_open = fs::exists(m_partial, error);
    }
}

const fs::path&
ScenarioOutput::GetPartialPath() const
{
    return m_partial;
}

} // namespace ns3
