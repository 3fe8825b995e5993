# SPDX-License-Identifier: GPL-2.0-only
#
# Lists every ns-3 TestSuite of a test runner as a ctest entry, labelled ns3 and its type, after each
# link of the runner (the mechanism of gtest_discover_tests). Cases of longer duration get an entry of
# their own: at the default fullness a suite of such cases passes without running any of them.

if(CMAKE_SCRIPT_MODE_FILE)
  set(content "")
  foreach(type unit system example performance)
    execute_process(COMMAND ${RUNNER} --list --test-type=${type} OUTPUT_VARIABLE suites
                    RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      message(FATAL_ERROR "${RUNNER} --list failed with status ${status}")
    endif()
    string(REPLACE "\n" ";" suites "${suites}")
    foreach(suite ${suites})
      string(STRIP "${suite}" suite)
      string(APPEND content "add_test(ns3.${suite} ${RUNNER} --suite=${suite} --verbose)\n"
        "set_tests_properties(ns3.${suite} PROPERTIES LABELS \"ns3;${type}\" TIMEOUT 300)\n"
        "add_test(ns3.${suite}.extensive ${RUNNER} --suite=${suite} --fullness=EXTENSIVE --verbose)\n"
        "set_tests_properties(ns3.${suite}.extensive PROPERTIES LABELS \"extensive\" TIMEOUT 900)\n")
    endforeach()
  endforeach()
  file(WRITE ${OUTPUT} "${content}")
  return()
endif()

function(ns3_discover_tests target)
  set(listing ${CMAKE_CURRENT_BINARY_DIR}/${target}-suites.cmake)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DRUNNER=$<TARGET_FILE:${target}> -DOUTPUT=${listing}
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    BYPRODUCTS ${listing} VERBATIM)
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${target}-include.cmake)
  file(WRITE ${include} "if(EXISTS \"${listing}\")\n  include(\"${listing}\")\nelse()\n"
    "  add_test(ns3-suites-not-built ${target}-not-built)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
