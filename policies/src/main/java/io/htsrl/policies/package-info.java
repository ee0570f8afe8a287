/**
 * Actor-critic and Q-networks: how they act, how they start and how they are differentiated. The only module that
 * knows a tensor library.
 *
 * <ul>
 *   <li>What a network is: {@link io.htsrl.policies.MlpConfig}, {@link io.htsrl.policies.Heads}, and
 *       {@link io.htsrl.policies.MlpLayout}, which says where each tensor lies in the one flat parameter vector that
 *       snapshots, optimisers, checkpoints and digests work on.
 *       {@link io.htsrl.policies.ConvConfig} and {@link io.htsrl.policies.ConvLayout} are the same for networks that
 *       read frames, made of {@link io.htsrl.policies.ConvLayer} and {@link io.htsrl.policies.ImpalaStage}.
 *       {@link io.htsrl.policies.OrthogonalInitializer} fills the vector.</li>
 *   <li>How it acts: {@link io.htsrl.policies.MlpPolicy}, the row-stable forward. {@code ForwardPlan} says which
 *       layers are computed together, {@code MlpSnapshot} packs their weights, {@code MlpForward} runs them on a
 *       {@code DenseKernel}: {@code VectorKernel}, or {@code ScalarKernel} with the same bits where the incubating
 *       vector module is absent ({@code Kernels} chooses). Both use {@link io.htsrl.policies.RationalTanh}.
 *       {@link io.htsrl.policies.ConvPolicy} is the same for networks that read frames: {@code ConvSnapshot} packs
 *       their weights into {@code Panels}, {@code ConvForward} reads frames with {@code FrameReader}, takes each row
 *       through a {@code ConvTorso}, step by step from {@code Image} to {@code Image}, and then all rows through the
 *       dense layers. Every convolution and dense layer is the kernel's product over {@code Windows}.</li>
 *   <li>How it learns: {@link io.htsrl.policies.GradientNetwork}, by {@link io.htsrl.policies.Nd4jMlp}. A
 *       {@code TrainableLayer} asks {@code MatrixProducts} for its three products: {@code Nd4jProducts} for large
 *       ones, {@code KernelProducts} for those too small to be worth a native call. Another backend is another
 *       {@code MatrixProducts}. {@link io.htsrl.policies.Nd4jRuntime} loads the native libraries.
 *       {@link io.htsrl.policies.ParallelGradientNetwork} splits minibatches over several such networks, each a
 *       {@code GradientLane}, on threads of its own ({@code HandOverThread}, {@code TurnCounter}).
 *       {@link io.htsrl.policies.GemmPeak} is what their speed is compared with.</li>
 *   <li>How networks that read frames learn: {@link io.htsrl.policies.ConvGradientNetwork}, a list of
 *       {@code NativeLayer} that {@code NativeLayers} builds: {@code FirstConvolution}, {@code NativeConvolution},
 *       {@code NativeRelu}, {@code NativeMaximum}, {@code NativeSum}, {@code NativeDense}. Between two of them stands a
 *       {@code NativeActivation}; {@code NativeMemory} owns the arrays and prepares each {@code NativeCall}.</li>
 *   <li>Where it computes: {@link io.htsrl.policies.backend}. Whether its bits come again there:
 *       {@link io.htsrl.policies.check}, over the {@link io.htsrl.policies.ActingRoute}s of a network.</li>
 * </ul>
 */
package io.htsrl.policies;
