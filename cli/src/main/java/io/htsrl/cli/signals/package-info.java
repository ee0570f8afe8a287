/**
 * Ctrl-C and its relatives: {@link io.htsrl.cli.signals.Interruption} ends a training whole if it can,
 * {@link io.htsrl.cli.signals.Signals.Interrupts} ends the playing of a policy,
 * {@link io.htsrl.cli.signals.Signals#endWithoutRun} the program where neither is under way.
 */
package io.htsrl.cli.signals;
