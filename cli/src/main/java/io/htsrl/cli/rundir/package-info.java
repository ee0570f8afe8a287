/**
 * Files of a run: one folder, readable by people, by {@code jq} and by a spreadsheet.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.rundir.RunFolders} claims the folder: new or empty, or refused;
 *       {@link io.htsrl.cli.rundir.RunLock} keeps others from writing there.
 *   <li>{@link io.htsrl.cli.rundir.RunDirectory} listens to the run and writes {@code metrics.jsonl},
 *       {@code episodes.csv}, {@code evaluations.csv} and {@code digests.jsonl} through
 *       {@link io.htsrl.cli.rundir.LineFile}, with a {@link io.htsrl.cli.rundir.JsonLine} on each line;
 *       {@link io.htsrl.cli.rundir.Thinning} chooses the lines of long runs. At the end, also after a failure, it
 *       writes {@code summary.json} through {@link io.htsrl.cli.rundir.Summary}, and with a result the parameters
 *       through {@link io.htsrl.trainer.model.ModelFile}.
 *   <li>{@link io.htsrl.cli.rundir.Manifest} is {@code manifest.json}: the run, its build and machine;
 *       {@link io.htsrl.cli.rundir.BuildInfo} names the build, and {@link io.htsrl.cli.rundir.BuildInfo.VersionText}
 *       prints it.
 *   <li>{@link io.htsrl.cli.rundir.TraceFile} is {@code trace.json}, for trace viewers.
 *   <li>{@link io.htsrl.cli.rundir.RunReader} reads it back for every command, files of lines through
 *       {@link io.htsrl.cli.rundir.DigestReader}, {@link io.htsrl.cli.rundir.MetricsReader},
 *       {@link io.htsrl.cli.rundir.EpisodesReader} and {@link io.htsrl.cli.rundir.EvaluationsFile}; these use
 *       {@link io.htsrl.cli.rundir.RecordedLines}. {@link io.htsrl.cli.rundir.ChainDiff} compares two, and
 *       {@link io.htsrl.cli.rundir.RunFacts} identifies them; {@link io.htsrl.cli.rundir.ZippedRun} takes one from a
 *       zip.
 *   <li>{@link io.htsrl.cli.rundir.WholeFile} and {@link io.htsrl.cli.rundir.JsonDocument} write small documents;
 *       {@link io.htsrl.cli.rundir.RunFiles} opens files and explains why one cannot be read;
 *       {@link io.htsrl.cli.rundir.RunDirectoryException} reports one that cannot be written.
 * </ul>
 */
package io.htsrl.cli.rundir;
