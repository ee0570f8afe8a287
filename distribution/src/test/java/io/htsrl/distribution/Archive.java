package io.htsrl.distribution;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The archives that the build has made. Stateless; any thread. */
final class Archive {
    static final Path ROOT =
            Path.of(System.getProperty("hts.root")).toAbsolutePath().normalize();
    static final String VERSION = System.getProperty("hts.version");
    static final Path PROGRAM = ROOT.resolve("distribution/target/hts-rl-" + VERSION + ".zip");
    static final Path ND4J = ROOT.resolve("nd4j-backend/target/hts-rl-nd4j-" + VERSION + ".zip");
    static final Path ATARI = ROOT.resolve("atari-bridge/target/hts-rl-atari-" + VERSION + ".zip");

    private Archive() {}

    /** Unpacks {@code archive} in {@code folder} with the permissions that it gives, as unzip does. */
    static void unpack(Path archive, Path folder) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("enablePosixFileAttributes", true));
                Stream<Path> entries = Files.walk(zip.getPath("/"))) {
            for (Path entry : (Iterable<Path>) entries.skip(1)::iterator) {
                Path file = folder.resolve(entry.toString().substring(1));
                if (Files.isDirectory(entry)) {
                    Files.createDirectories(file);
                } else {
                    Files.copy(entry, file);
                    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(entry);
                    Files.setPosixFilePermissions(file, permissions);
                }
            }
        }
    }

    /** Names of the jars in {@code folder}, sorted. */
    static List<String> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
