/**
 * {@code hts evaluate}, and what it has in common with {@code hts play}: {@link io.htsrl.cli.evaluate.PolicyCommand}
 * loads the {@link io.htsrl.cli.evaluate.TrainedPolicy} of a recorded run and watches over its episodes.
 * {@link io.htsrl.cli.evaluate.EvaluateCommand} runs many of them and tells their statistics in an
 * {@link io.htsrl.cli.evaluate.EvaluationReport}.
 */
package io.htsrl.cli.evaluate;
