/**
 * Backend {@code --backend nd4j}: computes the learner's gradients on ND4J, natively on the CPU or by CUDA on a device.
 * {@link io.htsrl.nd4j.Nd4jBackend} provides it as a service of {@code policies}. No other class is used outside this
 * module.
 *
 * <ul>
 *   <li>{@link io.htsrl.nd4j.network}: the learner's networks.
 *   <li>{@link io.htsrl.nd4j.device}: the differences between machines and builds: native libraries, devices.
 * </ul>
 */
package io.htsrl.nd4j;
