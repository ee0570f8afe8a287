/**
 * Step the replicas, select actions, write the bank.
 *
 * <p>A {@link io.htsrl.executors.Replica} is one environment with its streams of draws: all chance of a rollout is
 * here. An {@link io.htsrl.executors.ExecutorWorker} owns some replicas and steps whichever has its action, under every
 * schedule; the serial runner drives the same replicas one after another.
 * Where environments compute elsewhere, its {@link io.htsrl.executors.RequestQueue} are under way meanwhile. What an
 * episode can be replayed from, when a run resumes, is its {@link io.htsrl.executors.EpisodeLog}.
 * A {@link io.htsrl.executors.ReplicaFrameSource} shows an environment to whoever looks from outside.
 * An {@link io.htsrl.executors.EnvironmentCaller} tells what an environment did wrong, and where.
 */
package io.htsrl.executors;
