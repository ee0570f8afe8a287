package io.htsrl.experiments;

import io.htsrl.cli.terminal.TextTable;
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
 * @param screen  takes the tables too
 */
record Report(Path folder, String name, String command, PrintWriter screen) {

    /**
     * Prints a table, without those {@code settings} that are the same in all rows, and writes the whole of it to
     * {@code <experiment>.csv}.
     */
    void table(List<Row> rows, List<String> settings) throws IOException {
        List<String> varying = Picture.varying(rows, settings);
        List<String> equal =
                settings.stream().filter(column -> !varying.contains(column)).toList();
        TextTable table = new TextTable();
        table.row(rows.get(0).without(equal).columns().toArray(String[]::new));
        rows.forEach(row -> table.row(row.without(equal).texts().stream()
                .map(t -> t.isEmpty() ? "-" : t)
                .toArray(String[]::new)));
        screen.println();
        screen.println("all: " + rows.get(0).only(equal));
        table.print(screen);
        Path file = folder.resolve(name + ".csv");
        Csv.write(file, command, rows);
        screen.println("table in " + file);
    }

    /** Draws a picture, unless it would be empty, into {@code <experiment>-<suffix>.png} and {@code .svg}. */
    void picture(String suffix, Picture picture) throws IOException {
        if (!picture.isEmpty()) {
            screen.println("picture in " + picture.write(folder, name + "-" + suffix));
            screen.flush();
        }
    }
}
