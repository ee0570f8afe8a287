/**
 * Evaluation of policies, separate from the run that learns them.
 *
 * <ul>
 *   <li>{@link io.htsrl.trainer.evaluation.Evaluator} evaluates the policy of every N-th interval of a run on a
 *       separate thread, with {@link io.htsrl.trainer.evaluation.EpisodeRunner}; its results are keyed by interval and
 *       do not depend on timing.
 *   <li>{@link io.htsrl.trainer.evaluation.EvaluationMetrics} are the metrics of the HTS-RL paper,
 *       {@link io.htsrl.trainer.evaluation.Sample} the usual statistics, and
 *       {@link io.htsrl.trainer.evaluation.Bootstrap} computes their confidence intervals.
 * </ul>
 */
package io.htsrl.trainer.evaluation;
