/**
 * From what the user said to a checked run, and back.
 *
 * <ul>
 *   <li>What can be set is the schema {@link io.htsrl.cli.settings.CliSettings}: the settings of a run, which the
 *       library has, and the command line's own, {@link io.htsrl.cli.settings.OutputSettings},
 *       {@link io.htsrl.cli.settings.CheckpointSettings}, {@link io.htsrl.cli.settings.TraceSettings} and
 *       {@link io.htsrl.cli.settings.FileChoice}. Each says whether it decides bits.</li>
 *   <li>{@link io.htsrl.cli.settings.TrainOptions} makes flags of them, with the help of
 *       {@link io.htsrl.cli.settings.SettingHelp}, and reads what was given; {@link io.htsrl.cli.settings.ConfigFile}
 *       reads a file of settings. {@link io.htsrl.cli.settings.SeedList} reads lists of seeds, for commands of several
 *       runs.</li>
 *   <li>{@link io.htsrl.cli.settings.ConfigResolver} lays these over the presets and concludes a
 *       {@link io.htsrl.cli.settings.ResolvedRun}, with the parameters that it begins with. {@link io.htsrl.cli.settings.ConfigYaml} writes it as a file that resolves to it
 *       again.</li>
 * </ul>
 */
package io.htsrl.cli.settings;
