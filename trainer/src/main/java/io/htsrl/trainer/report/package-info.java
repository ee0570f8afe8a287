/**
 * What a run tells: a {@link TrainingListener} hears of each {@link IntervalReport}, {@link EpisodeRecord},
 * {@link EvaluationRecord} and the {@link SelfCheckReport}; {@link TrainingResult}, with its {@link TimeUse}, or {@link TrainingFailedException} is the end.
 */
@Api
package io.htsrl.trainer.report;

import io.htsrl.core.Api;
