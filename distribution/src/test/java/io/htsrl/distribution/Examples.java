package io.htsrl.distribution;

import io.htsrl.distribution.Example.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the commands of {@code hts} in a page of Markdown: in fenced blocks, line by line as a shell reads them, and in
 * {@code code} in a sentence that is a whole command. A block below {@code <!-- long: why -->} or {@code <!-- not run:
 * why -->} is marked. One thread.
 */
final class Examples {
    private static final Pattern MARK = Pattern.compile("<!-- (long|not run): \\S.* -->");
    private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");
    private static final Pattern INLINE = Pattern.compile("`\\./(hts [^`]*--[^`]*)`");
    /** What a reader is to replace. */
    private static final Pattern PLACEHOLDER = Pattern.compile("[A-Z]+([./][a-z.]+)?");

    private final String page;
    private final List<Example> found = new ArrayList<>();
    private Kind next = Kind.RUN; // of the block to come, or the one at hand
    private boolean inBlock;
    private String begun = ""; // lines that end in a backslash

    private Examples(String page) {
        this.page = page;
    }

    /** Finds those of a page, in its order. */
    static List<Example> in(Path page) throws IOException {
        return in(page.getFileName().toString(), Files.readString(page));
    }

    static List<Example> in(String page, String text) {
        Examples examples = new Examples(page);
        StringBuilder sentences = new StringBuilder();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.startsWith("```")) {
                examples.fence();
            } else if (examples.inBlock) {
                examples.blockLine(number, line);
            } else {
                examples.sentence(line);
                sentences.append(line).append('\n');
            }
        }
        examples.inline(sentences.toString());
        return List.copyOf(examples.found);
    }

    private void fence() {
        if (inBlock) {
            next = Kind.RUN;
        }
        inBlock = !inBlock;
    }

    private void sentence(String line) {
        Matcher mark = MARK.matcher(line);
        if (mark.matches()) {
            next = mark.group(1).equals("long") ? Kind.LONG : Kind.PARSED;
        } else if (!line.isBlank()) { // a mark is of the block right below it
            next = Kind.RUN;
        }
    }

    private void blockLine(int number, String line) {
        if (line.endsWith("\\")) {
            begun += line.substring(0, line.length() - 1) + " ";
            return;
        }
        for (String command : (begun + line).split(" && ")) {
            add(page + " line " + number, command, next);
        }
        begun = "";
    }

    private void inline(String sentences) {
        Matcher inline = INLINE.matcher(sentences);
        while (inline.find()) {
            String command = "./" + inline.group(1).replace('\n', ' ');
            boolean whole = words(command).stream().noneMatch(PLACEHOLDER.asMatchPredicate());
            if (!command.contains("...")
                    && !PLACEHOLDER.matcher(words(command).get(1)).matches()) {
                add(page + " sentence", command, whole ? Kind.LONG : Kind.PARSED);
            }
        }
    }

    private void add(String place, String command, Kind kind) {
        List<String> words = words(command);
        String more = "";
        int at = 0;
        while (at < words.size() && (words.get(at).equals("$") || words.get(at).matches("[A-Z_]+=.*"))) {
            more = words.get(at).startsWith("HTS_CLASS_PATH=") ? words.get(at).substring(15) : more;
            at++;
        }
        if (at + 1 < words.size() && List.of("./hts", "bin/hts").contains(words.get(at))) {
            found.add(new Example(place, words.subList(at + 1, words.size()), more, kind));
        }
    }

    /** Leaves out a comment, and quotes. */
    static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find() && !word.group().startsWith("#")) {
            words.add(word.group().replaceAll("['\"]", ""));
        }
        return words;
    }
}
