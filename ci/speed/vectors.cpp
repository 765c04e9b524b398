// A rival: plays vectors against a design and compares answers alone. FIELDS_OF_A_REQUEST and FIELDS_OF_AN_ANSWER are
// lists of ports. argv: the file of vectors, the cycles of a reset. Prints the seconds of processor time that it took.

#include "Vrival.h"
#include "verilated.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <vector>

static void cycle(Vrival& design) {
    design.clk = 0;
    design.eval();
    design.clk = 1;
    design.eval();
}

// Each vector: whether a reset comes before, the fields of the request, those of the answer.
static bool play(Vrival& design, const uint64_t* vector, int reset_cycles) {
    if (*vector++) {
        design.rst = 1;
        design.req_valid = 0;
        for (int n = 0; n < reset_cycles; ++n) cycle(design);
        design.rst = 0;
    }
#define DRIVE(port) design.req_##port = *vector++;
    FIELDS_OF_A_REQUEST(DRIVE)
    design.req_valid = 1;
    design.clk = 0;
    design.eval();
    while (!design.req_ready) cycle(design);
    cycle(design);
    design.req_valid = 0;
    while (!design.resp_valid) cycle(design);
    bool right = true;
#define COMPARE(port) right &= design.resp_##port == *vector++;
    FIELDS_OF_AN_ANSWER(COMPARE)
    cycle(design);
    return right;
}

int main(int, char** argv) {
    const std::clock_t started = std::clock();
    std::FILE* file = std::fopen(argv[1], "rb");
    if (!file) return 2;
    Verilated::randReset(0);
    auto design = std::make_unique<Vrival>();
    design->resp_ready = 1;
#define ONE(port) +1
    std::vector<uint64_t> vector(1 FIELDS_OF_A_REQUEST(ONE) FIELDS_OF_AN_ANSWER(ONE));
    long number = 0;
    while (std::fread(vector.data(), sizeof(uint64_t), vector.size(), file) == vector.size()) {
        if (!play(*design, vector.data(), std::atoi(argv[2]))) {
            std::fprintf(stderr, "vector %ld: another answer\n", number);
            return 1;
        }
        ++number;
    }
    std::printf("%ld %f\n", number, double(std::clock() - started) / CLOCKS_PER_SEC);
    return 0;
}
