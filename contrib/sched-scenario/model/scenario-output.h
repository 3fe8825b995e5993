/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_OUTPUT_H
#define SCENARIO_OUTPUT_H

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3
{

/**
 * @ingroup sched-scenario
 * The directory that a run writes. It has another name until it is complete, and is removed again
 * if it never is.
 */
class ScenarioOutput
{
  public:
    /**
     * Makes the directory under its temporary name, DIR.part.
     * @param directory where the results go; must not exist or be empty
     * @throws ConfigurationError if it cannot be made or is in use
     */
    explicit ScenarioOutput(const std::string& directory);

    /** Removes what is not complete. */
    ~ScenarioOutput();

    ScenarioOutput(const ScenarioOutput&) = delete;
    ScenarioOutput& operator=(const ScenarioOutput&) = delete;

    /**
     * @param name a file of the directory; opened by the first call
     * @return where to write it
     * @throws std::runtime_error if it cannot be opened
     */
    std::ofstream& File(const std::string& name);

    /**
     * @param name a file of the directory
     * @param json what to write
     */
    void Write(const std::string& name, const nlohmann::ordered_json& json);

    /**
     * Closes the files and gives the directory its name.
     * @throws std::runtime_error if anything could not be written
     */
    void Commit();

    /** Removes the directory unless it is complete; for a program that is about to end. */
    void Discard() noexcept;

    /** @return the temporary directory */
    const std::filesystem::path& GetPartialPath() const;

  private:
    std::filesystem::path m_final;                //!< where the results go
    std::filesystem::path m_partial;              //!< where they are until complete
    bool m_open{true};                            //!< the temporary directory exists
    std::map<std::string, std::ofstream> m_files; //!< open files
};

} // namespace ns3

#endif /* SCENARIO_OUTPUT_H */
