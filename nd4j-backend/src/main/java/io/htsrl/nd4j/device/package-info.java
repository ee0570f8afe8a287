/**
 * Differences between machines and builds: processors, native libraries, CUDA devices. A build has one of ND4J's
 * backends on its class path, chosen by Maven profile; no source file outside this package depends on which.
 *
 * <ul>
 *   <li>Available libraries and devices, found without loading native code: {@link io.htsrl.nd4j.device.BackendJars},
 *       {@link io.htsrl.nd4j.device.NvidiaSmi}.
 *   <li>Checks of both: {@link io.htsrl.nd4j.device.Nd4jRuntime.Preflight}, with
 *       {@link io.htsrl.nd4j.device.CudaDevice.CudaSupport}; and the choice of the library:
 *       {@link io.htsrl.nd4j.device.BackendJars.LibraryChoice}.
 *   <li>Computing on them: {@link io.htsrl.nd4j.device.NativeBackend}, by {@code CpuBackend} or {@code CudaBackend},
 *       and its {@link io.htsrl.nd4j.device.NativeBackend.Staging}. {@link io.htsrl.nd4j.device.Nd4jRuntime} loads it.
 *   <li>Speed: {@link io.htsrl.nd4j.device.ComputeProbe}.
 * </ul>
 */
package io.htsrl.nd4j.device;
