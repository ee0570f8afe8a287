/**
 * What every command says in the same way: failures ({@link io.htsrl.cli.terminal.ErrorOutput}), the process's end
 * ({@link io.htsrl.cli.terminal.ExitCode}), tables ({@link io.htsrl.cli.terminal.TextTable}), numbers
 * ({@link io.htsrl.cli.terminal.Numbers}), means over seeds ({@link io.htsrl.cli.terminal.Numbers.MeanWithInterval}), command lines to be
 * copied ({@link io.htsrl.cli.terminal.ShellWords}) and the version ({@link io.htsrl.cli.terminal.VersionText}). {@link
 * io.htsrl.cli.terminal.Terminal} tells whether anybody looks, and how much fits.
 */
package io.htsrl.cli.terminal;
