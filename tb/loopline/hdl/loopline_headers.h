// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
// What a design that Verilator has translated includes, and the main program: precompiled.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "verilated.h"
#include "verilated_dpi.h"
#include "verilated_timing.h"
#include "verilated_vpi.h"

#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#if VM_TRACE_FST
#include "verilated_fst_c.h"
#elif VM_TRACE
#include "verilated_vcd_c.h"
#endif
