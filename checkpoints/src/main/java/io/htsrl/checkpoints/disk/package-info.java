/**
 * Writing of files that must survive a kill or a power cut at any moment: {@link io.htsrl.checkpoints.disk.Disk} has
 * the operations, {@link io.htsrl.checkpoints.disk.WholeFiles} their order. Callers own the files, and report failures.
 */
package io.htsrl.checkpoints.disk;
