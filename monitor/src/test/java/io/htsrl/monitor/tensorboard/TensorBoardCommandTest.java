package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorBoardCommandTest {

    @ParameterizedTest
    @CsvSource({
        "a, a",
        "runs/a, runs/a",
        "a b, .",
        "a runs/b, .",
        "runs/a runs/b, runs",
        "runs/a runs/old/b, runs",
        "runs/old/b runs/a, runs",
        "/x/runs/a /x/runs/b, /x/runs",
        "/x/runs/a /y/b, /",
    })
    void shouldNameTheFolderThatContainsAllRuns(String runs, Path folder) {
        assertEquals(
                folder,
                TensorBoardCommand.common(
                        Stream.of(runs.split(" ")).map(Path::of).toList()));
    }
}
