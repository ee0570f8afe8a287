/**
 * {@code hts evaluate}, and its common base with {@code hts play}: {@link io.htsrl.cli.evaluate.PolicyCommand} loads
 * the {@link io.htsrl.cli.evaluate.TrainedPolicy} of a recorded run and watches its episodes for hangs.
 * {@link io.htsrl.cli.evaluate.EvaluateCommand} runs many of them and reports their statistics.
 */
package io.htsrl.cli.evaluate;
