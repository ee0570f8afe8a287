/**
 * Learnt parameters on disk: {@link io.htsrl.trainer.model.ModelFile} is one safetensors file with all that makes them
 * act again, {@link io.htsrl.trainer.model.LearntParameters} reads those that another run begins with.
 */
package io.htsrl.trainer.model;
