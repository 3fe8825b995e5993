# SPDX-License-Identifier: GPL-2.0-only
#
# Most of what it takes to compile a file is ns-3's headers, so several files of a target go into one
# call of the compiler: a first build takes half the time. -DSCHEDLAB_UNITY=OFF compiles file by file.

option(SCHEDLAB_UNITY "Compile several files of a target in one call" ON)

function(schedlab_unity target)
  if(SCHEDLAB_UNITY)
    # Every file that logs defines ns3::g_log: in one translation unit each needs a name of its own.
    set_target_properties(${target} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8 UNITY_BUILD_UNIQUE_ID SCHEDLAB_FILE_ID
      UNITY_BUILD_CODE_BEFORE_INCLUDE "#define g_log SCHEDLAB_FILE_ID"
      UNITY_BUILD_CODE_AFTER_INCLUDE "#undef g_log")
  endif()
endfunction()
