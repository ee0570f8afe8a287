package io.htsrl.benchmarks.experiments;

import io.htsrl.trainer.cli.TextTable;
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

    /** Prints a table, and writes it to {@code <experiment>.csv}. */
    void table(List<Row> rows) throws IOException {
        table("", rows);
    }

    /** Prints a table, and writes it to {@code <experiment><suffix>.csv}. */
    void table(String suffix, List<Row> rows) throws IOException {
        TextTable table = new TextTable();
        table.row(rows.get(0).columns().toArray(String[]::new));
        rows.forEach(row -> table.row(row.texts().stream().map(t -> t.isEmpty() ? "-" : t).toArray(String[]::new)));
        screen.println();
        table.print(screen);
        Path file = folder.resolve(name + suffix + ".csv");
        Csv.write(file, command, rows);
        screen.println("table in " + file);
    }

    /** Draws a picture into {@code <experiment>-<suffix>.png} and {@code .svg}. */
    void picture(String suffix, Picture picture) throws IOException {
        screen.println("picture in " + picture.write(folder, name + "-" + suffix));
        screen.flush();
    }
}
