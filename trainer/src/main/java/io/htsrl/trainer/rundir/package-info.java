/**
 * What a run leaves behind: one folder, readable by people, by {@code jq} and by a spreadsheet.
 *
 * <ul>
 *   <li>{@link io.htsrl.trainer.rundir.RunFolders} claims the folder: new or empty, or refused;
 *       {@link io.htsrl.trainer.rundir.RunLock} keeps everybody else from writing there.</li>
 *   <li>{@link io.htsrl.trainer.rundir.RunDirectory} listens to the run and writes {@code metrics.jsonl},
 *       {@code episodes.csv}, {@code evaluations.csv} and {@code digests.jsonl} through
 *       {@link io.htsrl.trainer.rundir.LineFile}, of long runs the lines that {@link io.htsrl.trainer.rundir.Thinning}
 *       keeps; and at the end, whatever the end, {@code summary.json} through
 *       {@link io.htsrl.trainer.rundir.Summary} and the parameters through
 *       {@link io.htsrl.trainer.rundir.ModelFile}.</li>
 *   <li>{@link io.htsrl.trainer.rundir.Manifest} is {@code manifest.json}: what ran, on what;
 *       {@link io.htsrl.trainer.rundir.BuildInfo} and {@link io.htsrl.trainer.rundir.Machine} say it.</li>
 *   <li>{@link io.htsrl.trainer.rundir.TraceFile} is {@code trace.json}, for trace viewers.</li>
 *   <li>{@link io.htsrl.trainer.rundir.RunReader} reads it back, {@code digests.jsonl} through
 *       {@link io.htsrl.trainer.rundir.DigestReader}; {@link io.htsrl.trainer.rundir.ChainDiff} compares two.</li>
 * </ul>
 */
package io.htsrl.trainer.rundir;
