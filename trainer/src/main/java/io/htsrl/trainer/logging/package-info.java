/**
 * Loggers that users add: a {@link io.htsrl.trainer.logging.RunLogger} is found as a service, and opens a
 * {@link io.htsrl.trainer.logging.RunLog} for each run, which receives each
 * {@link io.htsrl.trainer.logging.LoggedInterval}. A logger changes no bit of a run, cannot delay it, and cannot fail
 * it.
 */
@Api
package io.htsrl.trainer.logging;

import io.htsrl.core.Api;
