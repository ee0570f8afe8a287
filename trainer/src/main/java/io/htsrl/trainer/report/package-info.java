/**
 * The reports of a run: a {@link TrainingListener} receives each {@link IntervalReport}, {@link EpisodeRecord},
 * {@link EvaluationRecord} and the {@link SelfCheckReport}. A run ends with a {@link TrainingResult}, which has the
 * {@link TimeUse}, or with a {@link TrainingFailedException}.
 */
@Api
package io.htsrl.trainer.report;

import io.htsrl.core.Api;
