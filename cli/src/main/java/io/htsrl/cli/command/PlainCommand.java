package io.htsrl.cli.command;

import io.htsrl.cli.rundir.VersionText;
import picocli.CommandLine.Command;

/** A command whose flags are all its own. One thread. */
@Command(mixinStandardHelpOptions = true, versionProvider = VersionText.class, synopsisHeading = "%nUsage: ")
public abstract class PlainCommand extends HtsCommand {}
