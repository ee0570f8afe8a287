/**
 * Common parts of all pictures: {@link io.htsrl.cli.picture.SeriesColours}, the line of
 * {@link io.htsrl.cli.picture.RunsTitle}, and uPlot's files ({@link io.htsrl.cli.picture.Uplot}).
 */
package io.htsrl.cli.picture;
