/**
 * Backends of gradients: the JVM kernel, or a {@link io.htsrl.policies.backend.ComputeBackend} of another module, found
 * as a service; how either describes itself ({@link io.htsrl.policies.backend.BackendFacts}); and the processor's
 * features ({@link io.htsrl.policies.backend.ProcessorFeatures}), by which native libraries are chosen.
 */
package io.htsrl.policies.backend;
