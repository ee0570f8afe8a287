/**
 * The self-check at start-up: proves on this machine, with the network in use, what other machines have only been seen
 * to do. {@link io.htsrl.policies.check.SelfCheck} compares; its rows say that bits come again, which a run may do
 * without, or that the learner is right, which none may ({@link io.htsrl.policies.check.CheckRow.Kind}). Of the
 * {@link io.htsrl.policies.acting.ActingRoute}s by which a network can act the first stable one is taken
 * ({@link io.htsrl.policies.check.RouteChoice}).
 */
package io.htsrl.policies.check;
