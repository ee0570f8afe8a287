/** The times of an environment's own steps: played by drawn actions, timed, summed up. */
package io.htsrl.experiments.steps;
