/** Measurement of the times of an environment's own steps, with random actions. */
package io.htsrl.experiments.steps;
