/**
 * From what the user said to a checked run, and back.
 *
 * <ul>
 *   <li>What can be set is the schema {@link io.htsrl.cli.CliSettings}: the settings of a run, which the library has,
 *       and the command line's own, {@link io.htsrl.cli.OutputSettings}, {@link io.htsrl.cli.CheckpointSettings},
 *       {@link io.htsrl.cli.TraceSettings} and {@link io.htsrl.cli.FileChoice}. {@link io.htsrl.cli.Influence} says
 *       which of them decide bits.</li>
 *   <li>{@link io.htsrl.cli.TrainOptions} makes flags of them, with the help of {@link io.htsrl.cli.SettingHelp}, and
 *       reads what was given; {@link io.htsrl.cli.ConfigFile} reads a file of settings. {@link io.htsrl.cli.SeedList}
 *       reads lists of seeds, for commands of several runs.</li>
 *   <li>{@link io.htsrl.cli.ConfigResolver} lays these over the presets and concludes a
 *       {@link io.htsrl.cli.ResolvedRun}; {@link io.htsrl.cli.InitialSettings} finds the parameters that it begins
 *       with. {@link io.htsrl.cli.ConfigYaml} writes it as a file that resolves to it again.</li>
 * </ul>
 */
package io.htsrl.cli.settings;
