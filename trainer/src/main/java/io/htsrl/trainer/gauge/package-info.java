/**
 * A run looked at from outside while it goes: an {@link io.htsrl.trainer.gauge.Onlooker} is given its {@link
 * io.htsrl.trainer.gauge.RunGauges}, which any thread may read, and which no thread of the run waits for.
 */
package io.htsrl.trainer.gauge;
