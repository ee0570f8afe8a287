/** The model of {@code hts tune}: from what the roles cost to the throughput of any setting. Pure; docs/how-to/speed-up.md. */
package io.htsrl.experiments.tune.model;
