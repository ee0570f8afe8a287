package io.htsrl.determinism.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildRunsTest {

    @Test
    void shouldShowOutputThatIsNotUtf8(@TempDir Path folder) throws IOException {
        Path log = Files.write(folder.resolve("child.log"), new byte[] {'c', 'a', 'f', (byte) 0xe9, '\n'});

        assertEquals(": caf\ufffd", ChildRuns.message(log));
    }
}
