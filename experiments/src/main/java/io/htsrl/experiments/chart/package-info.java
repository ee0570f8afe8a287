/**
 * How pictures look: {@link io.htsrl.experiments.chart.Drawing} draws {@link io.htsrl.experiments.chart.Series} over
 * numbers, time or names, with the numbers of {@link io.htsrl.experiments.chart.Ticks} on its axes; {@link io.htsrl.experiments.chart.CurvesPage} has
 * curves as a page for browsers.
 */
package io.htsrl.experiments.chart;
