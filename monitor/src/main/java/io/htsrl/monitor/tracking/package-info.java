/** Loggers that send a run's settings and metrics to MLflow and Weights &amp; Biases. */
package io.htsrl.monitor.tracking;
