/**
 * Ctrl-C and its relatives: {@link io.htsrl.cli.signals.Interruption} ends a training whole if it can,
 * {@link io.htsrl.cli.signals.Interrupts} ends the playing of a policy.
 */
package io.htsrl.cli.signals;
