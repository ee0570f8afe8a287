/**
 * Masks of allowed actions: {@link io.htsrl.policies.mask.MaskedPolicy} reads them from observation rows, for acting
 * and for learning, and makes the outputs of forbidden actions {@link io.htsrl.core.policy.OutputRow#FORBIDDEN}.
 */
package io.htsrl.policies.mask;
