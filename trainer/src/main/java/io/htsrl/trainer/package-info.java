/**
 * The library. {@link io.htsrl.trainer.config} says what a run is and {@link io.htsrl.trainer.report} what it tells;
 * {@link io.htsrl.trainer.run} wires it and drives it; {@link io.htsrl.trainer.evaluation} plays episodes with what was
 * learnt; {@link io.htsrl.trainer.capacity} is what fits this machine, and {@link io.htsrl.trainer.watch} keeps a run
 * from hanging in silence.
 */
package io.htsrl.trainer;
