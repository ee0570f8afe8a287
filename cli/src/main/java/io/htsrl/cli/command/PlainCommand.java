package io.htsrl.cli.command;

import io.htsrl.cli.rundir.BuildInfo;
import picocli.CommandLine.Command;

/** A command whose flags are all its own. One thread. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = BuildInfo.VersionText.class,
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        footerHeading = "%nExamples:%n")
public abstract class PlainCommand extends HtsCommand {}
