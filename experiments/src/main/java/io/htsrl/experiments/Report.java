package io.htsrl.experiments;

import io.htsrl.cli.picture.RunsTitle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Where an experiment's tables and pictures go. Immutable, one thread.
 *
 * @param folder  takes the files
 * @param name    of the experiment, which the files' names begin with
 * @param command that made them
 * @param runs    that it is about
 * @param screen  takes the tables too
 */
record Report(Path folder, String name, String command, RunsTitle runs, PrintWriter screen) {

    /** Of a picture of all runs. */
    String title(String what) {
        return what + ": " + runs;
    }

    /**
     * Prints what of a table fits on a screen, without those {@code settings} that are the same in all rows, and writes
     * the whole of it to {@code <experiment>.csv}.
     *
     * @param figures columns for the screen, the most important ones first
     */
    void table(List<Row> rows, List<String> settings, List<String> figures) throws IOException {
        List<String> varying = Picture.varying(rows, settings);
        List<String> equal =
                settings.stream().filter(column -> !varying.contains(column)).toList();
        screen.println();
        if (!equal.isEmpty()) {
            screen.println(ScreenTable.wrapped("all: " + rows.get(0).only(equal)));
        }
        ScreenTable.print(screen, rows, varying, figures);
        Path file = folder.resolve(name + ".csv");
        Csv.write(file, command, rows);
        screen.println("all " + rows.get(0).columns().size() + " columns in " + file);
    }

    /** Draws a picture, unless it would be empty, into {@code <experiment>-<suffix>.png} and {@code .svg}. */
    void picture(String suffix, Picture picture) throws IOException {
        if (!picture.isEmpty()) {
            screen.println("picture in " + picture.write(folder, name + "-" + suffix));
            screen.flush();
        }
    }
}
