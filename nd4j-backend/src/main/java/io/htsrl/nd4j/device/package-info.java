/**
 * The differences between machines and builds: processors, native libraries, CUDA devices. A build has one of ND4J's
 * backends on its class path, chosen by Maven profile; no source file outside of this package knows which.
 *
 * <ul>
 *   <li>The libraries and devices that there are, found without touching native code:
 *       {@link io.htsrl.nd4j.device.BackendJars}, {@link io.htsrl.nd4j.device.NvidiaSmi}.</li>
 *   <li>Whether they fit: {@link io.htsrl.nd4j.device.Nd4jRuntime.Preflight}, with {@link io.htsrl.nd4j.device.CudaDevice.CudaSupport}; and
 *       which library is loaded: {@link io.htsrl.nd4j.device.BackendJars.LibraryChoice}.</li>
 *   <li>How to compute on them: {@link io.htsrl.nd4j.device.NativeBackend}, by {@code CpuBackend} or
 *       {@code CudaBackend}, and its {@link io.htsrl.nd4j.device.NativeBackend.Staging}.
 *       {@link io.htsrl.nd4j.device.Nd4jRuntime} loads it.</li>
 *   <li>How fast they are: {@link io.htsrl.nd4j.device.ComputeProbe}.</li>
 * </ul>
 */
package io.htsrl.nd4j.device;
