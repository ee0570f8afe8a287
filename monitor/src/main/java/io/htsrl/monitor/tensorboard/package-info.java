/**
 * Event files for TensorBoard.
 *
 * <ul>
 *   <li>{@link io.htsrl.monitor.tensorboard.TensorBoardLogger} is {@code --tensorboard};
 *       {@link io.htsrl.monitor.tensorboard.TensorBoardLog} writes a run. Names and values are
 *       {@link io.htsrl.monitor.tensorboard.Scalars}, hyper-parameters
 *       {@link io.htsrl.monitor.tensorboard.Events.HyperParameters}, counts by value
 *       {@link io.htsrl.monitor.tensorboard.Histogram}.
 *   <li>{@link io.htsrl.monitor.tensorboard.EventFile} writes records with their checksums,
 *       {@link io.htsrl.monitor.tensorboard.EventFile.Reader} reads them.
 *   <li>{@link io.htsrl.monitor.tensorboard.TensorBoardCommand} is {@code hts tensorboard}, which passes a run
 *       directory to a log through {@link io.htsrl.monitor.tensorboard.RecordedRun}.
 * </ul>
 */
package io.htsrl.monitor.tensorboard;
