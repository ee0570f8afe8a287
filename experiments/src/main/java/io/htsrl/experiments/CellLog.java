package io.htsrl.experiments;

import io.htsrl.cli.rundir.CsvLine;
import io.htsrl.cli.rundir.RunFiles;
import io.htsrl.cli.rundir.RunFolders;
import io.htsrl.cli.rundir.WholeFile;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.error.Violations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The file {@code cells.csv}, with one line for each finished cell, which lets an interrupted experiment continue.
 * Lines that begin with # are the commands, and the settings that all cells share. One thread.
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
     * Creates the folder and the file, or reads the existing file.
     *
     * @param command command line without {@code hts}
     * @param settings settings that all cells share
     * @throws ConfigurationException when the folder cannot be written, or holds cells of other settings or damaged
     *     ones
     */
    static CellLog open(Path folder, String command, String settings) {
        try {
            RunFolders.shared(folder);
            CellLog log = new CellLog(folder.resolve(NAME));
            if (Files.exists(log.file, LinkOption.NOFOLLOW_LINKS)) {
                log.read(settings);
            } else {
                log.append(SETTINGS + settings);
            }
            log.append(COMMAND + command);
            return log;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "--out",
                    folder,
                    "must hold files that can be written (" + ShownText.reason(e) + ")",
                    "choose another --out, or fix its permissions");
        }
    }

    private void read(String settings) {
        String text = text();
        String whole = text.substring(0, text.lastIndexOf('\n') + 1);
        if (whole.length() < text.length()) { // a killed process may leave half a line
            WholeFile.write(file, whole);
        }
        long number = 0;
        for (String line : whole.lines().toList()) {
            number++;
            if (line.startsWith(SETTINGS)) {
                Violations.require(
                        line.equals(SETTINGS + settings),
                        "--out",
                        file.getParent(),
                        "must hold cells of the same settings, and has those of " + line.substring(SETTINGS.length()),
                        "choose another --out, or give those settings instead of " + settings);
            } else if (columns.isEmpty() && !line.startsWith("#")) {
                columns = CsvLine.split(line);
            } else if (!line.startsWith("#")) {
                List<String> texts = CsvLine.split(line);
                require(
                        texts.size() == columns.size(),
                        "must have " + columns.size() + " values in line " + number + ", and has " + texts.size());
                finished.add(Row.of(columns, texts));
            }
        }
    }

    private String text() {
        try {
            return RunFiles.readString(file);
        } catch (IOException e) {
            throw refused("must be a readable file (" + ShownText.reason(e) + ")");
        }
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw refused(rule);
        }
    }

    private ConfigurationException refused(String rule) {
        return new ConfigurationException("experiment's cells", file, rule, "mend the file, or choose another --out");
    }

    /**
     * Returns the line of {@code cell}; empty where it is not finished.
     *
     * @throws ConfigurationException when the file's columns are not those of such cells
     */
    Optional<Row> find(Row cell) {
        require(
                columns.isEmpty() || columns.containsAll(cell.columns()),
                "must have the columns " + String.join(", ", cell.columns()) + ", and has "
                        + String.join(", ", columns));
        return finished.stream()
                .filter(row -> row.only(cell.columns()).equals(cell))
                .findFirst();
    }

    /** Adds a finished cell; all cells have the same columns. */
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
