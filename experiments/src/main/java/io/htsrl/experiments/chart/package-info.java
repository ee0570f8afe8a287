/**
 * How pictures look: {@link io.htsrl.experiments.chart.Drawing} draws {@link io.htsrl.experiments.chart.Series} over
 * numbers, time or names, with the numbers of {@link io.htsrl.experiments.chart.Ticks} on its axes.
 */
package io.htsrl.experiments.chart;
