/**
 * Event files, as TensorBoard reads them.
 *
 * <ul>
 *   <li>{@link io.htsrl.monitor.tensorboard.TensorBoardLogger} is {@code --tensorboard}, and
 *       {@link io.htsrl.monitor.tensorboard.TensorBoardLog} what it makes of a run: names and values are
 *       {@link io.htsrl.monitor.tensorboard.Scalars}, hyper-parameters
 *       {@link io.htsrl.monitor.tensorboard.HyperParameters}, counts by value
 *       {@link io.htsrl.monitor.tensorboard.Histogram}.</li>
 *   <li>{@link io.htsrl.monitor.tensorboard.EventFile} writes records with their checksums,
 *       {@link io.htsrl.monitor.tensorboard.EventRecords} reads them; what is in them is put together by
 *       {@link io.htsrl.monitor.tensorboard.Message}, on protobuf's own encoder: the messages are few, and their
 *       generated classes would be larger than all else here.</li>
 *   <li>{@link io.htsrl.monitor.tensorboard.TensorBoardCommand} is {@code hts tensorboard}, which tells a log what
 *       {@link io.htsrl.monitor.tensorboard.RecordedRun} finds in a run directory.</li>
 * </ul>
 */
package io.htsrl.monitor.tensorboard;
