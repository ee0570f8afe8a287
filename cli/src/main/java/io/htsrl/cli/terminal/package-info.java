/**
 * What every command says in the same way: failures ({@link io.htsrl.cli.Errors}), the process's end
 * ({@link io.htsrl.cli.ExitCode}), tables ({@link io.htsrl.cli.TextTable}), numbers ({@link io.htsrl.cli.Numbers})
 * and the version ({@link io.htsrl.cli.VersionText}). {@link io.htsrl.cli.Terminal} tells whether anybody looks, and
 * how much fits.
 */
package io.htsrl.cli.terminal;
