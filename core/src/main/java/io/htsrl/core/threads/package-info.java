/**
 * Who of a run's threads serves, and whose the replicas are: the {@link io.htsrl.core.threads.ThreadAssignment}, which may change
 * inside a swap. What can change is {@link io.htsrl.core.threads.ThreadSettings}, none of which reaches a bit.
 */
package io.htsrl.core.threads;
