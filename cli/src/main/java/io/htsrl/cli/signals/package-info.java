/**
 * Ctrl-C and similar signals: {@link io.htsrl.cli.signals.Interruption} ends a training in order if it can,
 * {@link io.htsrl.cli.signals.Signals.Interrupts} ends the playing of a policy,
 * {@link io.htsrl.cli.signals.Signals#endWithoutRun} the program where neither is under way.
 */
package io.htsrl.cli.signals;
