package io.htsrl.cli.command;

import io.htsrl.cli.rundir.VersionText;
import picocli.CommandLine.Command;

/** A command whose flags are all its own. One thread. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        sortOptions = false,
        synopsisHeading = "%nUsage: ",
        descriptionHeading = "%n",
        footerHeading = "%nExamples:%n")
public abstract class PlainCommand extends HtsCommand {}
