/**
 * What a run tells: a {@link TrainingListener} hears of each {@link IntervalReport}, {@link EpisodeRecord},
 * {@link EvaluationRecord} and the {@link SelfCheckReport}; an {@link IntervalObserver} sees what completed intervals
 * hold; {@link TrainingResult}, with its {@link TimeUse}, or {@link TrainingFailedException} is the end.
 */
package io.htsrl.trainer.report;
