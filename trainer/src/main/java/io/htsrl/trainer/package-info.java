/**
 * The library: {@link io.htsrl.trainer.Training} trains, {@link io.htsrl.trainer.Agent} is what was learnt. They, {@link
 * io.htsrl.trainer.report}, {@link io.htsrl.trainer.logging} and what environments are made of ({@link io.htsrl.core.environment}, {@link
 * io.htsrl.core.error}) are for programs; all else is internal.
 *
 * <p>Behind it: {@link io.htsrl.trainer.settings} makes a run of settings, {@link io.htsrl.trainer.config} says what a run
 * is, {@link io.htsrl.trainer.run} wires it and drives it; {@link io.htsrl.trainer.evaluation} plays episodes with what
 * was learnt and {@link io.htsrl.trainer.model} keeps it in files; {@link io.htsrl.trainer.capacity} is what fits this
 * machine, and {@link io.htsrl.trainer.watch} keeps a run from hanging in silence.
 */
@Api
package io.htsrl.trainer;

import io.htsrl.core.Api;
