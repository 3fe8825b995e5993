# SPDX-License-Identifier: GPL-2.0-only
#
# build_lib() and build_lib_example() with the argument names of ns-3's own build, so that one
# contrib/<module>/CMakeLists.txt serves an ns-3 tree and the stand-alone build against an installed
# ns-3. Include after find_package(ns3) and call schedlab_register_modules() before any module.

include(CMakeParseArguments)

# A packaged ns-3 may name the Python headers of the machine it was built on. CMake refuses a target with
# an include directory that does not exist, and nothing of ours needs those.
get_property(imported DIRECTORY PROPERTY IMPORTED_TARGETS)
list(FILTER imported INCLUDE REGEX "^ns3::")
foreach(target ${imported})
  get_target_property(dirs ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set(present "")
  foreach(dir ${dirs})
    if(EXISTS ${dir})
      list(APPEND present ${dir})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${present}")
endforeach()

# ns-3 3.43 dropped the "lib" prefix of its exported targets.
foreach(module core network internet traffic-control point-to-point applications energy mobility
               flow-monitor bridge)
  foreach(target ns3::${module} ns3::lib${module})
    if(TARGET ${target})
      set(lib${module} ${target})
    endif()
  endforeach()
endforeach()

get_target_property(NS3_INCLUDE_DIRS ${libcore} INTERFACE_INCLUDE_DIRECTORIES)
set(SCHEDLAB_HEADER_DIR ${CMAKE_BINARY_DIR}/include/ns3)
set(SCHEDLAB_TEST_LIBRARIES "" CACHE INTERNAL "ns-3 test libraries of all modules")
set(SCHEDLAB_MODULE_LIBRARIES "" CACHE INTERNAL "libraries of all modules")

# Every module's name is known before any of them is read: they may link each other in any order.
macro(schedlab_register_modules)
  foreach(module ${ARGN})
    set(lib${module} ${module})
  endforeach()
endmacro()

# Writes include/ns3/<basename>, the flat header layout of ns-3. A basename that ns-3 or another
# module already has would silently shadow it, so that is an error.
function(schedlab_flatten_header header)
  get_filename_component(name ${header} NAME)
  foreach(dir ${NS3_INCLUDE_DIRS})
    if(EXISTS ${dir}/ns3/${name})
      message(FATAL_ERROR "${header}: ns-3 has a header of this name already, rename it")
    endif()
  endforeach()
  get_property(seen GLOBAL PROPERTY SCHEDLAB_HEADER_${name})
  if(seen)
    message(FATAL_ERROR "${header}: ${seen} has this name already, rename one of them")
  endif()
  set_property(GLOBAL PROPERTY SCHEDLAB_HEADER_${name} ${header})
  file(CONFIGURE OUTPUT ${SCHEDLAB_HEADER_DIR}/${name}
       CONTENT "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${header}\"\n" @ONLY)
endfunction()

function(build_lib)
  cmake_parse_arguments(LIB "IGNORE_PCH" "LIBNAME"
    "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  foreach(header ${LIB_HEADER_FILES})
    schedlab_flatten_header(${header})
  endforeach()
  add_library(${LIB_LIBNAME} SHARED ${LIB_SOURCE_FILES})
  target_link_libraries(${LIB_LIBNAME} PUBLIC schedlab-options ${LIB_LIBRARIES_TO_LINK})
  schedlab_unity(${LIB_LIBNAME})
  set(SCHEDLAB_MODULE_LIBRARIES ${SCHEDLAB_MODULE_LIBRARIES} ${LIB_LIBNAME}
      CACHE INTERNAL "libraries of all modules")
  if(SCHEDLAB_TESTS AND LIB_TEST_SOURCES)
    add_library(${LIB_LIBNAME}-test SHARED ${LIB_TEST_SOURCES})
    target_link_libraries(${LIB_LIBNAME}-test PUBLIC ${LIB_LIBNAME})
    schedlab_unity(${LIB_LIBNAME}-test)
    # The tests' own code is compiled more often than it matters how fast it runs.
    target_compile_options(${LIB_LIBNAME}-test PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(${LIB_LIBNAME}-test
      PRIVATE NS_TEST_SOURCEDIR="contrib/${LIB_LIBNAME}/test")
    set(SCHEDLAB_TEST_LIBRARIES ${SCHEDLAB_TEST_LIBRARIES} ${LIB_LIBNAME}-test
        CACHE INTERNAL "ns-3 test libraries of all modules")
  endif()
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/examples AND
     EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/examples/CMakeLists.txt)
    add_subdirectory(examples)
  endif()
endfunction()

function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;LIBRARIES_TO_LINK" ${ARGN})
  add_executable(${EXAMPLE_NAME} ${EXAMPLE_SOURCE_FILES})
  target_link_libraries(${EXAMPLE_NAME} PRIVATE schedlab-options schedlab-keep-libraries
                                                ${EXAMPLE_LIBRARIES_TO_LINK})
endfunction()
