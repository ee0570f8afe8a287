/**
 * Pictures of experiments. {@link io.htsrl.experiments.chart.Drawing} draws
 * {@link io.htsrl.experiments.chart.Drawing.Series} over numbers, time or names, with the numbers of
 * {@link io.htsrl.experiments.chart.Ticks} on its axes. A learning curve is a
 * {@link io.htsrl.experiments.chart.CurveLine} over a {@link io.htsrl.experiments.chart.CurveLine.CurveAxis};
 * {@link io.htsrl.experiments.chart.CurvesPage} has such lines as a page for browsers.
 */
package io.htsrl.experiments.chart;
