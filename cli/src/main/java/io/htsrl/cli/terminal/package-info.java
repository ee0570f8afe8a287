/**
 * Common output of all commands: failures ({@link io.htsrl.cli.terminal.ErrorOutput}), the exit codes
 * ({@link io.htsrl.cli.terminal.ExitCode}), tables ({@link io.htsrl.cli.terminal.TextTable}), numbers
 * ({@link io.htsrl.cli.terminal.Numbers}), means over seeds ({@link io.htsrl.cli.terminal.Numbers.MeanWithInterval})
 * and command lines to be copied ({@link io.htsrl.cli.terminal.ShellWords}). {@link io.htsrl.cli.terminal.Terminal}
 * detects a terminal and its size.
 */
package io.htsrl.cli.terminal;
