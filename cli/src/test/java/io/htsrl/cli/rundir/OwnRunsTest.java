package io.htsrl.cli.rundir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OwnRunsTest {
    private static final ForeignCode MINE = new ForeignCode("env", "Python's mine:E with {\"a\":\"1\"}");
    private static final ForeignCode OTHER = new ForeignCode("env", "Python's mine:E with {\"a\":\"2\"}");
    private static final ForeignCode SETTING = new ForeignCode("wrapper", MINE.text());

    @TempDir
    Path parent;

    private Path key() {
        return parent.resolve("config").resolve("key");
    }

    private Path run(ForeignCode... code) throws IOException {
        Path folder = Files.createDirectory(parent.resolve("run"));
        try (RunDirectory run = new RunDirectory(folder, 1, Thinning.DOUBLING)) {
            new OwnRuns(key()).mark(run.folder(), List.of(code));
        }
        return folder;
    }

    @Test
    void shouldKnowTheCodeThatWasRunAndNoOther() throws IOException {
        Path run = run(MINE);
        assertTrue(new OwnRuns(key()).of(run).test(MINE));
        assertFalse(new OwnRuns(key()).of(run).test(OTHER));
        assertFalse(new OwnRuns(key()).of(run).test(SETTING));
        assertFalse(new OwnRuns(key()).of(parent).test(MINE), "no mark");
    }

    @Test
    void shouldKnowNothingByAnotherKeyOrABrokenOne() throws IOException {
        Path run = run(MINE);
        assertFalse(new OwnRuns(parent.resolve("none")).of(run).test(MINE));
        Files.write(key(), new byte[32]);
        assertFalse(new OwnRuns(key()).of(run).test(MINE));
        Files.write(key(), new byte[0]);
        assertFalse(new OwnRuns(key()).of(run).test(MINE));
    }

    @Test
    void shouldMakeNoKeyWhereThereIsNothingToMark() throws IOException {
        assertFalse(Files.exists(run().resolve(OwnRuns.FILE)));
        assertFalse(Files.exists(key()));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has other permissions")
    void shouldMakeAKeyThatItsUserAloneCanRead() throws IOException {
        run(MINE);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key())));
        assertEquals(32, Files.size(key()));
        try (var files = Files.list(key().getParent())) {
            assertEquals(List.of(key()), files.toList());
        }
    }
}
