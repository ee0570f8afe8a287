/**
 * Engines that collect rollouts elsewhere, found as services: {@link io.htsrl.trainer.engine.RolloutEngine} is what one
 * is, {@link io.htsrl.trainer.engine.EngineChoice} the one that settings ask for.
 */
package io.htsrl.trainer.engine;
