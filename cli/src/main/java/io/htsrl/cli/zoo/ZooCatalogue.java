package io.htsrl.cli.zoo;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.error.ShownText;
import io.htsrl.core.settings.Suggestions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Choice of entries: a flag of every command of the zoo. One thread. */
public final class ZooCatalogue {
    private static final Path PROGRAM = program(); // open as long as the JVM runs, where it is a jar

    static final String FROM = "--from";

    @Option(names = FROM, paramLabel = "DIR", description = "Folder of other entries.")
    private Path from;

    /** Takes the entries of another folder. */
    void from(Path folder) {
        from = folder;
    }

    /** Returns the folder with the files of this program: of its classes, or inside its jar. */
    private static Path program() {
        try {
            Path code = Path.of(ZooCatalogue.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Files.isDirectory(code)
                    ? code
                    : FileSystems.newFileSystem(code).getPath("/");
        } catch (IOException | URISyntaxException e) {
            throw new IllegalStateException("the program's own files cannot be read", e);
        }
    }

    /** Returns all entries, in the order of their names. */
    public List<ZooEntry> entries() {
        return files().stream().map(ZooEntry::read).toList();
    }

    private List<Path> files() {
        Path folder = from == null ? PROGRAM.resolve("zoo") : from;
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ZooEntry.SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ConfigurationException(
                    FROM,
                    folder,
                    "must name a folder that can be read (" + ShownText.reason(e) + ")",
                    "check the path");
        }
    }

    /** @throws ConfigurationException when none of this name exists, or it is damaged */
    public ZooEntry entry(String id) {
        List<Path> files = files();
        return files.stream()
                .filter(file -> file.getFileName().toString().equals(id + ZooEntry.SUFFIX))
                .findFirst()
                .map(ZooEntry::read)
                .orElseThrow(() -> {
                    List<String> ids = files.stream()
                            .map(file -> file.getFileName().toString().replace(ZooEntry.SUFFIX, ""))
                            .toList();
                    return new ConfigurationException(
                            "ID",
                            id,
                            "must name an entry of the zoo",
                            Suggestions.didYouMean(id, ids).orElse("'hts zoo list' lists them"));
                });
    }
}
