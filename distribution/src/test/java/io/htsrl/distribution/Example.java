package io.htsrl.distribution;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A command of {@code hts} that a page shows. Immutable.
 *
 * @param place where it is
 * @param words behind {@code ./hts}
 * @param more what {@code HTS_CLASS_PATH} is set to in front of it; empty for nothing
 * @param kind what is to become of it
 */
record Example(String place, List<String> words, String more, Kind kind) {

    /** What a test can do with an example. */
    enum Kind {
        /** Runs it, shortened. */
        RUN,
        /** Resolves all that it would run, and runs nothing: it is in a block that is marked as long. */
        LONG,
        /** Parses its flags: it is marked as not run, for it needs what a reader has and a test has not. */
        PARSED
    }

    /** The folders and jars that it adds to the class path. */
    List<Path> classPath() {
        return more.isEmpty()
                ? List.of()
                : Stream.of(more.split(File.pathSeparator)).map(Path::of).toList();
    }

    String command() {
        return words.get(0);
    }

    /** Whether it says what is to be trained, and can be asked for all settings of that. */
    boolean resolves() {
        return command().equals("experiment")
                || List.of("train", "sweep", "verify").contains(command()) && words.contains("--env");
    }

    /** Returns the example in other words. */
    Example with(List<String> newWords) {
        return new Example(place, List.copyOf(newWords), more, kind);
    }

    /** Moves all that is below {@code runs}, and what else it would write, into {@code scratch}. */
    Example in(Path scratch) {
        List<String> moved = new ArrayList<>();
        boolean file = false;
        for (String word : words) {
            boolean path = file || word.startsWith("runs/");
            moved.add(path ? scratch.resolve(word).toString() : word);
            file = List.of("init", "--out", "--record", "--onnx").contains(word);
        }
        if (command().equals("train") && !words.contains("--out")) {
            moved.addAll(List.of(
                    "--out", scratch.resolve("runs/" + place.replace(' ', '-')).toString()));
        }
        return with(moved);
    }

    /** Leaves out a flag and its value. */
    Example without(String flag) {
        List<String> left = new ArrayList<>(words);
        int at = left.indexOf(flag);
        if (at >= 0) {
            left.subList(at, at + 2).clear();
        }
        return with(left);
    }

    @Override
    public String toString() {
        return place + ": hts " + String.join(" ", words);
    }
}
