/**
 * {@code hts evaluate}, and what it has in common with {@code hts play}: {@link io.htsrl.cli.PolicyCommand} loads the
 * {@link io.htsrl.cli.TrainedPolicy} of a recorded run and watches over its episodes.
 * {@link io.htsrl.cli.EvaluateCommand} runs many of them and tells their statistics in an
 * {@link io.htsrl.cli.EvaluationReport}.
 */
package io.htsrl.cli.evaluate;
