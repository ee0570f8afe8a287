/**
 * Base classes of commands: all extend {@link io.htsrl.cli.command.HtsCommand}. A command that takes settings of
 * {@code hts train} extends {@link io.htsrl.cli.command.SettingsCommand}, any other one
 * {@link io.htsrl.cli.command.PlainCommand}.
 */
package io.htsrl.cli.command;
