/**
 * Learner's networks on ND4J: forward over a minibatch, then backward. Their bits depend on the processor, the library
 * and the number of rows.
 *
 * <ul>
 *   <li>{@link Nd4jMlp}: a {@code TrainableLayer} computes its three products by {@code MatrixProducts}:
 *       {@code Nd4jProducts} for large ones, {@code KernelProducts} for those too small to be worth a native call.
 *       Another backend is another {@code MatrixProducts}.
 *   <li>{@link Nd4jConv}, for networks that read frames: a list of {@code NativeLayer} that {@code NativeLayers}
 *       builds: {@code FirstConvolution}, {@code NativeConvolution}, {@code NativeDense}, and operations without
 *       parameters. A {@code NativeActivation} connects two of them; {@code NativeMemory} owns the arrays and prepares
 *       each {@code NativeCall}.
 * </ul>
 */
package io.htsrl.nd4j.network;
