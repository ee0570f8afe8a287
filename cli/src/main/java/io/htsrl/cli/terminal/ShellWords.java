package io.htsrl.cli.terminal;

import java.io.File;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines to be copied into a shell. Stateless, any thread. */
public final class ShellWords {

    private static final String PROGRAM = System.getProperty("hts.command", "hts");

    private ShellWords() {}

    /** Returns the command line of a subcommand of this program, which begins as its launcher was called. */
    public static String hts(String... words) {
        return line(Stream.concat(Stream.of(PROGRAM), Stream.of(words)).toList());
    }

    /** Returns the words in one line, quoted where a shell would interpret them. */
    public static String line(List<String> words) {
        return line(words, File.separatorChar == '\\');
    }

    /** @param windows whether the line is for cmd or PowerShell */
    static String line(List<String> words, boolean windows) {
        return words.stream()
                .map(word -> windows ? quotedForWindows(word) : quoted(word))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String quotedForWindows(String word) {
        return word.matches("[\\w@+:./\\\\-]+") ? word : '"' + word.replace("\"", "\\\"") + '"';
    }
}
