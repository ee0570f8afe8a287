/**
 * Executors: they step the replicas, select actions and write the bank.
 *
 * <p>A {@link io.htsrl.executors.Replica} is one environment with its random streams: all randomness of a rollout comes
 * from it. An {@link io.htsrl.executors.ExecutorWorker} owns some replicas and steps those that have an action, under
 * every schedule; the serial runner steps the same replicas one after another. A
 * {@link io.htsrl.executors.RequestQueue} holds the requests in flight of environments that other processes compute. An
 * {@link io.htsrl.executors.EpisodeLog} records the seed and actions from which a resumed run replays an episode. A
 * {@link io.htsrl.executors.ReplicaFrameSource} provides pictures of an environment. An
 * {@link io.htsrl.executors.EnvironmentCaller} reports an environment's errors with their place.
 */
package io.htsrl.executors;
