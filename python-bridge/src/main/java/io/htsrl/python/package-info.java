/**
 * Environments of Python, each in a worker process beside the JVM: {@code --env gym:ID}, found as a service.
 *
 * <p>{@link io.htsrl.python.PythonProvider} reads what is asked for ({@link io.htsrl.python.Request}) and gets the
 * {@link io.htsrl.python.Workers} of it, which place {@link io.htsrl.python.PythonEnvironment replicas} in
 * {@link io.htsrl.python.WorkerProcess processes}. A request of a replica is written into a mapped file
 * ({@link io.htsrl.python.SharedMemoryLayout} says what lies where) and rung by a byte in a pipe; the answer is read out of the
 * same file. Everything else are messages in the pipes. The worker's own side is Python, in the resources.
 */
package io.htsrl.python;
