/**
 * Networks as they learn: forward over a minibatch, then backward.
 *
 * <ul>
 *   <li>{@link Nd4jMlp}: a {@code TrainableLayer} asks {@code MatrixProducts} for its three products:
 *       {@code Nd4jProducts} for large ones, {@code KernelProducts} for those too small to be worth a native call.
 *       Another backend is another {@code MatrixProducts}.</li>
 *   <li>{@link Nd4jConv}, for networks that read frames: a list of {@code NativeLayer} that
 *       {@code NativeLayers} builds: {@code FirstConvolution}, {@code NativeConvolution}, {@code NativeRelu},
 *       {@code NativeMaximum}, {@code NativeSum}, {@code NativeDense}. Between two of them stands a
 *       {@code NativeActivation}; {@code NativeMemory} owns the arrays and prepares each {@code NativeCall}.</li>
 *   <li>{@link ParallelGradientNetwork}: splits minibatches over several such networks, each a {@code GradientLane}, on
 *       threads of its own ({@code HandOverThread}, {@code TurnCounter}).</li>
 * </ul>
 */
package io.htsrl.policies.gradient;
