package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints are safetensors for those who know nothing of hts-rl: by the format's page, and by Python. */
class SafetensorsReadersTest {
    private static final String PYTHON_READER = """
            import json, sys
            import numpy as np
            try:
                from safetensors.numpy import load_file
            except ImportError:
                def load_file(path):
                    raw = open(path, 'rb').read()
                    n = int.from_bytes(raw[:8], 'little')
                    header, data = json.loads(raw[8:8 + n]), raw[8 + n:]
                    header.pop('__metadata__')
                    types = {'F32': '<f4', 'U8': 'u1'}
                    return {k: np.frombuffer(data[v['data_offsets'][0]:v['data_offsets'][1]],
                                             types[v['dtype']]).reshape(v['shape']) for k, v in header.items()}
            for name, array in sorted(load_file(sys.argv[1]).items()):
                print(name, array.dtype, list(array.shape), array.flatten().tolist())
            """;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() {
        file = folder.resolve("interval-000000000007.safetensors");
        CheckpointImage image = new CheckpointImage().begin().metadata("config", "lr: \"ü\"\n");
        image.addPart("learner", 1, out -> out.writeShort(0x0102));
        image.addPart("empty", 1, out -> {});
        image.addTensor("policy.0.weight", new long[] {2, 3}, new float[] {1, 2.5f, -3, 0, 5, 6}, 0);
        image.addTensor("policy.0.bias", new long[] {2}, new float[] {7, 8}, 0);
        CheckpointFile.write(file, image);
    }

    @Test
    void shouldBeLaidOutAsTheFormatSays() throws IOException {
        ByteBuffer raw = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] json = new byte[Math.toIntExact(raw.getLong())];
        raw.get(json);
        assertEquals('{', json[0]);
        assertEquals(0, raw.position() % 8);
        JsonNode header = new ObjectMapper().readTree(json);

        assertEquals("lr: \"ü\"\n", header.at("/__metadata__/config").textValue());
        assertEquals("hts-rl checkpoint", header.at("/__metadata__/format").textValue());
        long end = 0;
        for (Map.Entry<String, JsonNode> field : header.properties()) {
            if (!field.getKey().equals("__metadata__")) {
                assertEquals(end, field.getValue().at("/data_offsets/0").longValue(), "no gaps");
                end = field.getValue().at("/data_offsets/1").longValue();
            }
        }
        assertEquals(raw.remaining(), end);
        assertEquals(
                "{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[0,24]}",
                header.get("policy.0.weight").toString());
        assertEquals(
                "{\"dtype\":\"U8\",\"shape\":[2],\"data_offsets\":[32,34]}",
                header.get("state.learner").toString());
        float[] weights = new float[6];
        raw.asFloatBuffer().get(weights);
        assertArrayEquals(new float[] {1, 2.5f, -3, 0, 5, 6}, weights);
    }

    @Test
    void shouldOpenInPython() throws IOException, InterruptedException {
        assumeTrue(python("import numpy").waitFor() == 0, "python3 with numpy is not installed");
        Process python = python(PYTHON_READER, file.toString());
        String printed = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(0, python.waitFor(), printed);
        assertEquals(
                List.of(
                        "policy.0.bias float32 [2] [7.0, 8.0]",
                        "policy.0.weight float32 [2, 3] [1.0, 2.5, -3.0, 0.0, 5.0, 6.0]",
                        "state.empty uint8 [0] []",
                        "state.learner uint8 [2] [1, 2]"),
                printed.lines().toList());
    }

    private static Process python(String... arguments) throws IOException {
        ProcessBuilder python = new ProcessBuilder("python3", "-c");
        python.command().addAll(List.of(arguments));
        try {
            return python.redirectErrorStream(true).start();
        } catch (IOException e) {
            assumeTrue(false, "there is no python3");
            throw e;
        }
    }
}
