/**
 * Networks as they learn on ND4J: forward over a minibatch, then backward. Their bits depend on the processor, the
 * library and the number of rows.
 *
 * <ul>
 *   <li>{@link Nd4jMlp}: a {@code TrainableLayer} asks {@code MatrixProducts} for its three products:
 *       {@code Nd4jProducts} for large ones, {@code KernelProducts} for those too small to be worth a native call.
 *       Another backend is another {@code MatrixProducts}.</li>
 *   <li>{@link Nd4jConv}, for networks that read frames: a list of {@code NativeLayer} that
 *       {@code NativeLayers} builds: {@code FirstConvolution}, {@code NativeConvolution}, {@code NativeDense}, and
 *       operations without parameters. Between two of them stands a
 *       {@code NativeActivation}; {@code NativeMemory} owns the arrays and prepares each {@code NativeCall}.</li>
 * </ul>
 */
package io.htsrl.nd4j.network;
