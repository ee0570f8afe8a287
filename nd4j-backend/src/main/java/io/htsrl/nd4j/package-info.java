/**
 * {@code --backend nd4j}: the learner's gradients on ND4J, natively on the CPU or by CUDA on a device.
 * {@link io.htsrl.nd4j.Nd4jBackend} provides it as a service of {@code policies}; nothing else here is known outside.
 *
 * <ul>
 *   <li>{@link io.htsrl.nd4j.network}: networks as they learn.</li>
 *   <li>{@link io.htsrl.nd4j.device}: the differences between machines and builds: native libraries, devices.</li>
 * </ul>
 */
package io.htsrl.nd4j;
