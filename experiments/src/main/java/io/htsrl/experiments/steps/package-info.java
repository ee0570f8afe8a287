/** What an environment's own steps take: played by drawn actions, timed, summed up. */
package io.htsrl.experiments.steps;
