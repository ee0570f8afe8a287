/**
 * The library: {@link io.htsrl.trainer.Training} trains, and {@link io.htsrl.trainer.Agent} is the learnt policy. They,
 * {@link io.htsrl.trainer.report}, {@link io.htsrl.trainer.logging} and the interfaces of environments
 * ({@link io.htsrl.core.environment}, {@link io.htsrl.core.error}) are for programs; all else is internal.
 *
 * <p>Internally, {@link io.htsrl.trainer.settings} turns settings into a run, {@link io.htsrl.trainer.config} describes
 * the run, and {@link io.htsrl.trainer.run} wires and drives it. {@link io.htsrl.trainer.evaluation} plays episodes
 * with a policy, and {@link io.htsrl.trainer.model} keeps it in files. {@link io.htsrl.trainer.capacity} checks the
 * resources, and {@link io.htsrl.trainer.watch} detects runs that hang.
 */
@Api
package io.htsrl.trainer;

import io.htsrl.core.Api;
