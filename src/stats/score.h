// The score of a metric: its samples brought together as JMH does it.
#pragma once

#include <vector>

#include "model/result.h"

namespace micro {

// All forks' iterations form one list, in order (in sample mode: all timed calls form one set), of which the metric's
// aggregation makes the score. Only an average has an error; a sum, maximum or minimum is its own interval.
// Iterations in which the metric is missing count as 0. Without any sample every number of the score is NaN.
Score score_of(const Metric& metric);
// Only the value of it.
double score_value_of(const Metric& metric);

// The secondary metrics "p0.00" … "p1.00" that JMH gives in sample mode: percentiles of all timed calls, with the
// percentiles of each iteration as samples. Their scores are filled in: no aggregation of those samples gives them.
std::vector<Metric> percentile_metrics(const Metric& sampled);

// Whether a metric has the label of one of those.
bool is_percentile(const Metric& metric);

}  // namespace micro
