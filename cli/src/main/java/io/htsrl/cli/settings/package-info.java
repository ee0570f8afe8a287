/**
 * Resolves the user's settings into a checked run, and writes them back.
 *
 * <ul>
 *   <li>The schema {@link io.htsrl.cli.settings.CliSettings} has all settings: those of a run, which the library has,
 *       and the command line's own, {@link io.htsrl.cli.settings.OutputSettings},
 *       {@link io.htsrl.cli.settings.CheckpointSettings}, {@link io.htsrl.cli.settings.TraceSettings} and
 *       {@link io.htsrl.cli.settings.FileChoice}. Each setting says whether it decides bits.
 *   <li>{@link io.htsrl.cli.settings.TrainOptions} makes flags of them, with the help of
 *       {@link io.htsrl.cli.settings.SettingHelp}, and reads the given ones; {@link io.htsrl.cli.settings.ConfigFile}
 *       reads a file of settings. {@link io.htsrl.cli.settings.SeedList} reads lists of seeds, for commands of several
 *       runs.
 *   <li>{@link io.htsrl.cli.settings.ConfigResolver} puts these above the presets and resolves a
 *       {@link io.htsrl.cli.settings.ResolvedRun}, with its initial parameters.
 *       {@link io.htsrl.cli.settings.ConfigYaml} writes it as a file that resolves to it again.
 * </ul>
 */
package io.htsrl.cli.settings;
