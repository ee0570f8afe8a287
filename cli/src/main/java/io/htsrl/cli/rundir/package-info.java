/**
 * What a run leaves behind: one folder, readable by people, by {@code jq} and by a spreadsheet.
 *
 * <ul>
 *   <li>{@link io.htsrl.cli.rundir.RunFolders} claims the folder: new or empty, or refused;
 *       {@link io.htsrl.cli.rundir.RunLock} keeps everybody else from writing there.</li>
 *   <li>{@link io.htsrl.cli.rundir.RunDirectory} listens to the run and writes {@code metrics.jsonl},
 *       {@code episodes.csv}, {@code evaluations.csv} and {@code digests.jsonl} through
 *       {@link io.htsrl.cli.rundir.files.LineFile}, of long runs the lines that
 *       {@link io.htsrl.cli.rundir.files.Thinning} keeps; and at the end, whatever the end, {@code summary.json}
 *       through {@link io.htsrl.cli.rundir.Summary} and the parameters through
 *       {@link io.htsrl.trainer.model.ModelFile}.</li>
 *   <li>{@link io.htsrl.cli.rundir.Manifest} is {@code manifest.json}: what ran, on what;
 *       {@link io.htsrl.cli.rundir.BuildInfo} says it.</li>
 *   <li>{@link io.htsrl.cli.rundir.TraceFile} is {@code trace.json}, for trace viewers.</li>
 *   <li>{@link io.htsrl.cli.rundir.RunReader} reads it back for every command, files of lines through
 *       {@link io.htsrl.cli.rundir.DigestReader}, {@link io.htsrl.cli.rundir.MetricsReader},
 *       {@link io.htsrl.cli.rundir.EpisodesReader} and {@link io.htsrl.cli.rundir.EvaluationsFile}; {@link io.htsrl.cli.rundir.ChainDiff} compares two, and
 *       {@link io.htsrl.cli.rundir.RunFacts} names them.</li>
 * </ul>
 */
package io.htsrl.cli.rundir;
