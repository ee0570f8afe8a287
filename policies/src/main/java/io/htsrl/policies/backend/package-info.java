/**
 * What differs between machines and builds: processors, native libraries, CUDA devices. A build has one of ND4J's
 * backends on its class path, chosen by Maven profile; no source file outside of this package knows which.
 *
 * <ul>
 *   <li>What is there, told without touching native code: {@link io.htsrl.policies.backend.BackendJars},
 *       {@link io.htsrl.policies.backend.ProcessorFeatures}, {@link io.htsrl.policies.backend.NvidiaSmi}.</li>
 *   <li>Whether it fits: {@link io.htsrl.policies.backend.Preflight}, with
 *       {@link io.htsrl.policies.backend.CudaSupport}; and which library is loaded:
 *       {@link io.htsrl.policies.backend.LibraryChoice}.</li>
 *   <li>How to compute on it: {@link io.htsrl.policies.backend.ComputeBackend}, by {@code CpuBackend} or
 *       {@code CudaBackend}, and its {@link io.htsrl.policies.backend.Staging}.</li>
 *   <li>What it turns out to be: {@link io.htsrl.policies.backend.BackendFacts}, and how fast:
 *       {@link io.htsrl.policies.backend.GemmPeak}. {@link io.htsrl.policies.backend.Nd4jRuntime} loads it.</li>
 * </ul>
 */
package io.htsrl.policies.backend;
