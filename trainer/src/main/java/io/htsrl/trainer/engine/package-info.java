/**
 * Engines that collect rollouts outside of this process, found as services:
 * {@link io.htsrl.trainer.engine.RolloutEngine} is the interface, {@link io.htsrl.trainer.engine.EngineChoice} the one
 * that the settings select.
 */
package io.htsrl.trainer.engine;
