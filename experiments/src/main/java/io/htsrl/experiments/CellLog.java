package io.htsrl.experiments;

import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.files.CsvLine;
import io.htsrl.cli.rundir.files.RunDirectoryException;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file {@code cells.csv}: one line for each finished cell, written when it is, so that an ended experiment goes on
 * where it was. Lines that begin with # are the commands, and the settings that all cells share. One thread.
 */
final class CellLog {
    static final String NAME = "cells.csv";
    private static final String COMMAND = "# hts ";
    private static final String SETTINGS = "# settings: ";

    private final Path file;
    private final List<Row> finished = new ArrayList<>();
    private List<String> columns = List.of();

    private CellLog(Path file) {
        this.file = file;
    }

    /**
     * Creates the folder and the file, or takes what is there.
     *
     * @param command  what follows {@code hts}
     * @param settings those that all cells share
     * @throws ConfigurationException when the folder cannot be written, or holds cells of other settings
     */
    static CellLog open(Path folder, String command, String settings) {
        try {
            RunFolders.shared(folder);
            CellLog log = new CellLog(folder.resolve(NAME));
            if (Files.exists(log.file)) {
                log.read(settings);
            } else {
                log.append(SETTINGS + settings);
            }
            log.append(COMMAND + command);
            return log;
        } catch (IOException e) {
            throw new ConfigurationException(new Violations()
                    .add(
                            "--out",
                            folder,
                            "must hold files that can be written (" + RunDirectoryException.reason(e) + ")",
                            "choose another --out, or fix its permissions"));
        }
    }

    private void read(String settings) throws IOException {
        String text = Files.readString(file);
        String whole = text.substring(0, text.lastIndexOf('\n') + 1); // a killed process may leave half a line
        Files.writeString(file, whole);
        for (String line : whole.lines().toList()) {
            if (line.startsWith(SETTINGS)) {
                new Violations()
                        .check(
                                line.equals(SETTINGS + settings),
                                "--out",
                                file.getParent(),
                                "must hold cells of the same settings, and has those of "
                                        + line.substring(SETTINGS.length()),
                                "choose another --out, or give those settings instead of " + settings)
                        .throwIfAny();
            } else if (columns.isEmpty() && !line.startsWith("#")) {
                columns = CsvLine.split(line);
            } else if (!line.startsWith("#")) {
                finished.add(Row.of(columns, CsvLine.split(line)));
            }
        }
    }

    /** The line of {@code cell}, when it is finished. */
    Optional<Row> find(Row cell) {
        return finished.stream()
                .filter(row -> row.only(cell.columns()).equals(cell))
                .findFirst();
    }

    /** Adds a finished cell; all have the same columns. */
    void add(Row row) throws IOException {
        if (columns.isEmpty()) {
            columns = row.columns();
            append(CsvLine.of(columns));
        }
        append(CsvLine.of(row.only(columns).texts()));
        finished.add(row);
    }

    private void append(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
