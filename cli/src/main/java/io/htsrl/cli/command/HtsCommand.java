package io.htsrl.cli.command;

import io.htsrl.cli.terminal.ErrorOutput;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command of {@code hts}: its streams, and the words that were typed. One thread. */
public abstract class HtsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    HtsCommand() {}

    protected final CommandSpec spec() {
        return spec;
    }

    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }

    protected final void warn(String warning) {
        ErrorOutput.printWarning(err(), warning);
    }

    /** Returns all words after {@code hts}. */
    protected final List<String> words() {
        return spec.root().commandLine().getParseResult().originalArgs();
    }
}
