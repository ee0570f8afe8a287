package io.htsrl.monitor.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cli.Hts;
import io.htsrl.monitor.Python;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/python/onnx_play.py} plays in Gymnasium what was learnt here. */
@Tag("slow")
class OnnxPlayTest {
    private static final Python PYTHON =
            new Python("gymnasium, numpy, onnxruntime", "examples/python/onnx_play.py is not run");
    private static final Path PROGRAM = Path.of("..", "examples", "python", "onnx_play.py");
    /** A policy that draws its actions reaches about 22, and the episode ends at 500. */
    private static final double LEARNT = 200;

    @TempDir
    Path folder;

    private void hts(Object... words) {
        StringWriter err = new StringWriter();
        String[] arguments = List.of(words).stream().map(Object::toString).toArray(String[]::new);
        int code = Hts.program(arguments)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        assertEquals(0, code, err::toString);
    }

    @Test
    void shouldPlayInGymnasium() throws IOException, InterruptedException {
        Path run = folder.resolve("run");
        Path file = folder.resolve("policy.onnx");
        hts("train", "--quiet", "--algo", "ppo", "--env", "CartPole-v1", "--total-timesteps", 60_000, "--out", run);
        hts("export", run, "--onnx", file);

        List<String> returns = PYTHON.run(folder, PROGRAM, file);

        assertEquals(10, returns.size(), returns::toString);
        double mean =
                returns.stream().mapToDouble(Double::parseDouble).average().orElseThrow();
        assertTrue(mean > LEARNT, () -> "a mean return of " + mean + ": " + returns);
    }

    @Test
    void shouldBeNamedInTheDocs() throws IOException {
        assertTrue(
                Files.readString(Path.of("..", "docs", "how-to", "export.md")).contains("examples/python/onnx_play.py"),
                "docs/how-to/export.md must name examples/python/onnx_play.py");
    }
}
