// SPDX-FileCopyrightText: the loopline authors
// SPDX-License-Identifier: MIT
/*
 * The main program of a simulation in Verilator, instead of cocotb's. It drives the clock, writes a session's record,
 * and asks VPI nothing while a session or a waveform is played.
 *
 * That is the trick: while the top's `asleep` is high, Python waits for nothing but its end (and for points in time). So
 * between two edges of the clock there are no callbacks to look for, which takes longer than to simulate a small design.
 * While it is low, each step does what VPI demands.
 */

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>

#include "Vtop.h"
#include "verilated.h"
#include "verilated_vpi.h"

#if VM_COVERAGE
#include "verilated_cov.h"
#endif

#if VM_TRACE_FST
#include "verilated_fst_c.h"
using Waves = VerilatedFstC;
constexpr const char* WAVE_FILE = "dump.fst";
#elif VM_TRACE
#include "verilated_vcd_c.h"
using Waves = VerilatedVcdC;
constexpr const char* WAVE_FILE = "dump.vcd";
#endif

extern "C" void vlog_startup_routines_bootstrap(void);

// The design itself. What Vtop::eval_step does beside calling it, to look under a lock for objects to be deleted, takes
// as long as a small design. It is not part of Verilator's interface: where a version has no such function, its address
// is null (if the linker can do that), and each step is a public one.
#ifdef __ELF__
__attribute__((weak))
#endif
void Vtop___024root___eval(Vtop___024root* design);

static uint64_t now = 0;

double sc_time_stamp() { return now; }

// Of the clock, in ns: half its period, as in loopline_top.v for other simulators.
static constexpr uint64_t HALF = 5;

// The same in the unit of simulated time.
static uint64_t half_period = HALF;

static constexpr uint64_t NEVER = ~uint64_t{0};

// A $stop, $error or failing assertion, or a $fatal, has been reached. The simulation goes on: Python reads this line,
// and knows in which script and cycle it was.
void vl_stop(const char* file, int line, const char*) {
    VL_PRINTF("-Stop: %s:%d: at %llu ns\n", file, line,
              static_cast<unsigned long long>(now / (half_period / HALF)));
}

namespace {

// After so many steps of a session everything is tidied up. With waves after each: it also notes that there is something
// to be written.
#if VM_TRACE
constexpr unsigned TIDY = 1;
#else
constexpr unsigned TIDY = 1024;
#endif

// --- the record ------------------------------------------------------------------------------------------------------

constexpr char DIGITS[] = "0123456789abcdef";

template <class Value>
char digit(const Value& value, int at) {
    return DIGITS[value >> 4 * at & 15];
}

template <std::size_t Words>
char digit(const VlWide<Words>& value, int at) {
    return DIGITS[value[at / 8] >> at % 8 * 4 & 15];
}

template <class Value>
bool is_zero(const Value& value) {
    return !value;
}

template <std::size_t Words>
bool is_zero(const VlWide<Words>& value) {
    for (std::size_t word = 0; word < Words; ++word)
        if (value[word]) return false;
    return true;
}

// A session's record, as loopline_session.v writes it itself in other simulators.
class Record {
    enum { FLAGS, ANSWER, EVENT, STATE, COLUMNS };
    std::string m_name, m_line;
    int m_digits[COLUMNS];
    FILE* m_file = nullptr;

public:
    void prepare() {
        m_name = Verilated::commandArgsPlusMatch("record=");
        m_name.erase(0, std::strlen("+record="));
        int column = 0;
        for (const char* name : {"flags", "answer", "event", "state"}) {
            std::string port = std::string{"loopline_top.record_"} + name;
            m_digits[column] = (vpi_get(vpiSize, vpi_handle_by_name(&port[0], nullptr)) + 3) / 4;
            m_line.resize(m_line.size() + m_digits[column++] + 1);
        }
    }

    // While a session is played it is open.
    template <class Top>
    void open(const Top& top) {
        if (top.asleep == (m_file != nullptr)) return;
        if (!top.asleep) {
            std::fprintf(m_file, "end %x\n", top.record_skipped);
            std::fclose(m_file);
        }
        m_file = top.asleep ? std::fopen(m_name.c_str(), "w") : nullptr;
    }

    // Before each rising edge of the clock.
    template <class Top>
    void note(const Top& top) {
        if (!m_file || !top.noted) return;
        if (top.record_skipped) std::fprintf(m_file, "+%x ", top.record_skipped);
        char* to = &m_line[0];
        to = column(to, FLAGS, top.record_flags, ' ');
        to = column(to, ANSWER, top.record_answer, ' ');
        to = column(to, EVENT, top.record_event, ' ');
        column(to, STATE, top.record_state, '\n');
        std::fwrite(m_line.data(), 1, m_line.size(), m_file);
    }

private:
    template <class Value>
    char* column(char* to, int number, const Value& value, char after) const {
        int at = m_digits[number];
        if (is_zero(value)) {  // no answer, no event: mostly
            std::memset(to, '0', at);
            to += at;
        } else {
            while (at--) *to++ = digit(value, at);
        }
        *to++ = after;
        return to;
    }
};

// Whether a top has a record: that of a player has none, its line writes one.
template <class Top, class = void>
struct Records : std::false_type {};
template <class Top>
struct Records<Top, std::void_t<decltype(Top::noted)>> : std::true_type {};

// --- the simulation --------------------------------------------------------------------------------------------------

void settle_value_callbacks() {
    while (VerilatedVpi::callValueCbs()) {}
}

#if VM_TRACE
Waves* waves = nullptr;
#endif

// The end, be it that of the design's own accord, by an error.
void finish() {
    VerilatedVpi::callCbs(cbEndOfSimulation);
#if VM_TRACE
    if (waves) waves->close();
    waves = nullptr;
#endif
#if VM_COVERAGE
    VerilatedCov::write();
#endif
}

template <class Top>
class Simulation {
    Top& m_top;
    Record m_record;
    uint64_t m_edge;  // when the clock's next edge is
    uint64_t m_tenth = NEVER;  // when the next tenth of the period is over, in a cycle that loopline_session.v probes
    bool m_probing = false;

public:
    explicit Simulation(Top& top) : m_top{top} {
        for (int exponent = top.contextp()->timeprecision(); exponent < -9; ++exponent) half_period *= 10;
        m_edge = half_period;
        top.clk = 0;
        if constexpr (Records<Top>::value) {
            top.tenth = 0;
            m_record.prepare();
        }
    }

    void run() {
        settle_value_callbacks();
        while (!Verilated::gotFinish()) {
            step();
            advance(VerilatedVpi::cbNextDeadline());
            VerilatedVpi::callCbs(cbNextSimTime);
            settle_value_callbacks();
            VerilatedVpi::callTimedCbs();
            settle_value_callbacks();
            if (m_top.asleep) play();
        }
        m_top.final();
    }

private:
    // Everything that happens at this time.
    void step() {
        do {
            do {
                evaluate();
                VerilatedVpi::clearEvalNeeded();
                VerilatedVpi::doInertialPuts();
                settle_value_callbacks();
            } while (VerilatedVpi::evalNeeded());
            VerilatedVpi::callCbs(cbReadWriteSynch);
            VerilatedVpi::doInertialPuts();
            settle_value_callbacks();
        } while (VerilatedVpi::evalNeeded());
        m_top.eval_end_step();
        VerilatedVpi::callCbs(cbReadOnlySynch);
        dump();
    }

    // Step after step, while Python sleeps; at the end there is one that has been evaluated.
    void play() {
        const uint64_t deadline = VerilatedVpi::cbNextDeadline();
        for (unsigned steps = 0;; ++steps) {
            if (steps % TIDY == 0 || !Vtop___024root___eval)
                evaluate();
            else
                evaluate_alone();
            if (!m_top.asleep || next() >= deadline) return;
            m_top.eval_end_step();
            dump();
            if (Verilated::gotFinish()) return;
            advance(deadline);
        }
    }

    void evaluate() {
        m_top.eval_step();
        record();
    }

    void evaluate_alone() {
        Vtop___024root___eval(m_top.rootp);
        record();
    }

    // What the design has come to: is there a session to be written, or a cycle to be probed?
    void record() {
        if constexpr (Records<Top>::value) {
            m_record.open(m_top);
            if (m_top.probing == m_probing) return;
            m_probing = m_top.probing;
            m_tenth = now + half_period / HALF;
        }
    }

    void dump() {
#if VM_TRACE
        if (waves) waves->dump(now);
#endif
    }

    // When the design or the clock does something next.
    uint64_t next() {
        const uint64_t at = std::min(m_edge, m_tenth);
        return m_top.eventsPending() ? std::min(at, m_top.nextTimeSlot()) : at;
    }

    void advance(uint64_t deadline) {
        now = std::min(next(), deadline);
        if (now == m_edge) {
            if constexpr (Records<Top>::value)
                if (!m_top.clk) m_record.note(m_top);
            m_top.clk ^= 1;
            m_edge += half_period;
        }
        if constexpr (Records<Top>::value) {
            if (now != m_tenth) return;
            m_top.tenth = m_top.tenth % 3 + 1;
            m_tenth = m_top.tenth < 3 ? now + half_period / HALF : NEVER;
        }
    }
};

}  // namespace

int main(int argc, char** argv) {
    Verilated::commandArgs(argc, argv);
    Verilated::fatalOnVpiError(false);  // otherwise looking for a name that does not exist is the end
    std::unique_ptr<Vtop> top{new Vtop{""}};
#if VM_TRACE
    Verilated::traceEverOn(true);
    for (int i = 1; i < argc; ++i) {
        if (waves || std::strcmp(argv[i], "--trace")) continue;
        waves = new Waves;
        top->trace(waves, 99);
        waves->open(WAVE_FILE);
    }
#endif
    Simulation<Vtop> simulation{*top};
    vlog_startup_routines_bootstrap();
    Verilated::addExitCb([](void*) { finish(); }, nullptr);
    VerilatedVpi::callCbs(cbStartOfSimulation);
    simulation.run();
    finish();
    return 0;
}
