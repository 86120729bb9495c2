#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "cli/report.h"

namespace micro {
namespace {

std::string report_of(const RunRecord& record) {
  std::ostringstream out;
  write_report(record, {}, out);
  return out.str();
}

TEST(Report, ComplexitiesAreSaidInAUnitThatShowsThem) {
  RunRecord record;
  record.complexities = {
      {"io", "sort", "NlgN", 4.521, 4, 0.034}, {"", "f\n", "(1)", 2.5e9, 1, std::nan("")}, {"", "g", "N", 1e-5, 1, 0}};
  EXPECT_EQ(report_of(record),
            "\nComplexity: io.sort: 4.52 NlgN ns/op (RMS 3 %)\n"
            "Complexity: f\\n: 2.50 (1) s/op\n"
            "Complexity: g: 1.00e-05 N ns/op (RMS 0 %)\n");
}

}  // namespace
}  // namespace micro
