/**
 * Loggers of one's own: a {@link io.htsrl.trainer.logging.RunLogger} is found as a service, and opens a
 * {@link io.htsrl.trainer.logging.RunLog} for each run, which hears of each
 * {@link io.htsrl.trainer.logging.LoggedInterval}. A logger changes no bit of a run, cannot hold it up, and cannot fail
 * it.
 */
@Api
package io.htsrl.trainer.logging;

import io.htsrl.core.Api;
