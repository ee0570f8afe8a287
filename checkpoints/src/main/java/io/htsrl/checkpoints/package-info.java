/**
 * Checkpoints as files: format, integrity, writing in the background, retention. The run decides their contents.
 *
 * <ul>
 *   <li>{@link io.htsrl.checkpoints.CheckpointImage} takes the run's state, at memory speed.
 *   <li>{@link io.htsrl.checkpoints.CheckpointWriter} writes images in the background;
 *       {@link io.htsrl.checkpoints.CheckpointDraft} fills a file, in the order of
 *       {@link io.htsrl.checkpoints.WholeFiles}, which survives a kill or a power cut at any moment.
 *   <li>{@link io.htsrl.checkpoints.CheckpointFile} is such a file: safetensors, with
 *       {@link io.htsrl.checkpoints.Header} and a checksum over every byte.
 *   <li>{@link io.htsrl.checkpoints.CheckpointFolder} names them, keeps the last few and finds the newest intact one.
 * </ul>
 */
package io.htsrl.checkpoints;
