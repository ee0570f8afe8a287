/**
 * Who of a run's threads serves, and whose the replicas are: the {@link io.htsrl.core.staff.Roster}, which may change
 * inside a swap. What can change is {@link io.htsrl.core.staff.Manning}, none of which reaches a bit.
 */
package io.htsrl.core.staff;
