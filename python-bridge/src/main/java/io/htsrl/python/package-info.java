/**
 * Python environments, each in a worker process beside the JVM: {@code --env gym:ID}, found as a service.
 *
 * <p>{@link io.htsrl.python.PythonProvider} parses a {@link io.htsrl.python.Request} and gets its
 * {@link io.htsrl.python.Workers}, which place {@link io.htsrl.python.PythonEnvironment replicas} in
 * {@link io.htsrl.python.WorkerProcess processes}. A replica writes a request into a mapped file
 * ({@link io.htsrl.python.SharedMemoryLayout}) and notifies the worker by a byte in a pipe; it reads the answer from
 * the same file. Other data is sent as messages in the pipes. The worker's side is Python, in the resources.
 */
package io.htsrl.python;
