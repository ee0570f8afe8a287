/**
 * How files come to be that must survive a kill or a power cut at any moment: {@link io.htsrl.checkpoints.disk.Disk} is what
 * they are made with, {@link io.htsrl.checkpoints.disk.WholeFiles} the one order in which it is done. Whose files they are,
 * and how a failure is told, is the callers' business.
 */
package io.htsrl.checkpoints.disk;
