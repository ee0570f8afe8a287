package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests zips of run directories, also such as nobody's program would write. */
class ZippedRunTest {
    private static final byte[] TEXT = "a: 1\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path parent;

    private Path zip(String... names) throws IOException {
        Path file = parent.resolve("theirs.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(TEXT);
            }
        }
        return file;
    }

    private void assertRefused(String why, Path zip) {
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> ZippedRun.folder(zip));
        assertTrue(refused.getMessage().contains(why), refused::getMessage);
        assertTrue(refused.getMessage().contains("unpack it"), refused::getMessage);
    }

    @Test
    void shouldLeaveAFolderAndAnyOtherFileAlone() throws IOException {
        assertEquals(parent, ZippedRun.folder(parent));
        Path file = Files.write(parent.resolve("config.yaml"), TEXT);
        assertEquals(file, ZippedRun.folder(file));
        Path missing = parent.resolve("missing.zip");
        assertEquals(missing, ZippedRun.folder(missing));
    }

    @Test
    void shouldWriteOnlyWhatIsNeededAndOnlyIntoItsFolder() throws IOException {
        Path folder = ZippedRun.folder(zip(
                "a/config.yaml",
                "a/origin",
                "a/checkpoints/interval-000000000004.safetensors",
                "a/../../../evil",
                "/etc/evil.yaml",
                "a/checkpoints/../../evil.safetensors",
                "a/model.safetensors"));
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(
                    List.of("checkpoints/interval-000000000004.safetensors", "config.yaml"),
                    files.filter(Files::isRegularFile)
                            .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                            .sorted()
                            .toList());
        }
        try (Stream<Path> files = Files.list(folder.getParent())) {
            assertEquals(List.of(folder), files.toList());
        }
    }

    @Test
    void shouldKeepAPathThatLeadsOutsideInside() throws IOException {
        Path folder = ZippedRun.folder(zip("../../config.yaml"));
        assertTrue(Files.exists(folder.resolve("config.yaml")));
        assertFalse(Files.exists(folder.resolve("../../config.yaml").normalize()));
    }

    @Test
    void shouldRefuseWhatIsNoZipOfOneRun() throws IOException {
        assertRefused("has no config.yaml", zip("a/manifest.json"));
        assertRefused("one run directory alone", zip("a/config.yaml", "b/config.yaml"));
        assertRefused("one run directory alone", zip("a/config.yaml", "a\\config.yaml"));
        assertRefused("has no config.yaml", Files.write(parent.resolve("no.zip"), TEXT));
        byte[] bytes = Files.readAllBytes(zip("a/config.yaml"));
        bytes[45] ^= 0x55;
        assertRefused("can be read", Files.write(parent.resolve("damaged.zip"), bytes));
    }

    @Test
    void shouldEndAtTheGreatestNumbersOfFilesAndBytes() throws IOException {
        Path zip = zip("a", "b", "config.yaml");
        assertTrue(Files.exists(new ZippedRun(zip, 3, 15).extract().resolve("config.yaml")));
        assertThrows(ConfigurationException.class, () -> new ZippedRun(zip, 2, 15).extract());
        assertThrows(ConfigurationException.class, () -> new ZippedRun(zip, 3, 14).extract());
    }
}
