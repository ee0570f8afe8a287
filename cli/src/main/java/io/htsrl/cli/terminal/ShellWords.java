package io.htsrl.cli.terminal;

import java.util.List;
import java.util.stream.Collectors;

/** Command lines to be copied into a shell. Stateless, any thread. */
public final class ShellWords {

    private ShellWords() {}

    /** Returns the words in one line, quoted where a shell would interpret them. */
    public static String line(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
