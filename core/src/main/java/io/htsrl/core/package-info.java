/**
 * The vocabulary that every other module speaks; no Disruptor, no ND4J.
 *
 * <ul>
 *   <li>What is learnt from: {@link io.htsrl.core.Environment}, its {@link io.htsrl.core.EnvironmentSpec spec} of
 *       {@link io.htsrl.core.ObservationSpace observations} and {@link io.htsrl.core.ActionSpace actions}, found by
 *       name through {@link io.htsrl.core.Environments}; some can be seen ({@link io.htsrl.core.Rendered}).</li>
 *   <li>What goes wrong: {@link io.htsrl.core.ConfigurationException}, the user's mistake, and
 *       {@link io.htsrl.core.RunFailedException}, which speaks to the user too; {@link io.htsrl.core.EnvironmentCheck}
 *       looks at an environment before it is trained on.</li>
 *   <li>What is learnt: {@link io.htsrl.core.Policy}, a pure function from parameters and an observation row to an
 *       output row, and {@link io.htsrl.core.ActionSelector}, which turns an output row and a draw into an action.</li>
 *   <li>Where chance comes from: {@link io.htsrl.core.RandomStream}, counter-based draws, nothing else.</li>
 *   <li>Who works: {@link io.htsrl.core.Worker}, {@link io.htsrl.core.WorkerThreads} and
 *       {@link io.htsrl.core.RunControl}, through which the first failure ends every wait.</li>
 *   <li>Where time goes: {@link io.htsrl.core.RoleClock}, by {@link io.htsrl.core.Activity}, and the
 *       {@link io.htsrl.core.Timeline} of a run, a {@link io.htsrl.core.SpanRecorder} per thread.</li>
 *   <li>What is configured: {@link io.htsrl.core.PipelineConfig}, {@link io.htsrl.core.Schedule},
 *       {@link io.htsrl.core.WaitMode}, checked once by {@link io.htsrl.core.Violations}.</li>
 * </ul>
 */
package io.htsrl.core;
