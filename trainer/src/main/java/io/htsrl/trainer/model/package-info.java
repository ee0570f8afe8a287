/**
 * Files of learnt parameters: {@link io.htsrl.trainer.model.ModelFile} is one safetensors file with all that is needed
 * to act, {@link io.htsrl.trainer.model.LearntParameters} reads initial parameters for another run.
 */
package io.htsrl.trainer.model;
