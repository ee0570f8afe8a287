/**
 * Ctrl-C and its relatives: {@link io.htsrl.cli.Interruption} ends a training whole if it can,
 * {@link io.htsrl.cli.Interrupts} ends the playing of a policy.
 */
package io.htsrl.cli.signals;
