package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** Images go into files and back; the bytes are those that the JDK's streams write. */
class RoundTripTest {

    @Provide
    Arbitrary<List<Step>> steps() {
        return Step.lists();
    }

    /** Names of parts, lines of metadata and contents of any kind come back as they were. */
    @Property(tries = 60)
    void shouldGiveBackAnyParts(
            @ForAll @Size(max = 5) List<@From("steps") List<Step>> parts, @ForAll String key, @ForAll String value)
            throws IOException {
        Path file = Files.createTempFile("checkpoint", ".safetensors");
        try {
            CheckpointImage image = new CheckpointImage().begin().metadata("k" + key, value);
            for (int i = 0; i < parts.size(); i++) {
                add(image, i, key + i, parts.get(i));
            }
            CheckpointFile.write(file, image);
            try (CheckpointFile checkpoint = CheckpointFile.open(file)) {
                assertEquals(value, checkpoint.metadata("k" + key));
                for (int i = 0; i < parts.size(); i++) {
                    check(checkpoint, key + i, parts.get(i));
                }
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void add(CheckpointImage image, int i, String name, List<Step> steps) {
        if (i % 2 == 0) {
            image.addPart(name, 1, out -> Step.write(steps, out));
        } else {
            image.addLive(name, 1, out -> Step.write(steps, out));
        }
        image.addTensor(name, new long[] {steps.size(), 1}, new float[steps.size() + i], i);
    }

    private static void check(CheckpointFile checkpoint, String name, List<Step> steps) throws IOException {
        assertEquals(steps.size(), checkpoint.floats(name).length);
        byte[] bytes = new byte[(int) checkpoint.part(name).remaining()];
        checkpoint.restore(name, 1, in -> in.readFully(bytes));
        assertArrayEquals(Step.bytes(steps), bytes);
        checkpoint.restore(name, 1, in -> {
            for (Step step : steps) {
                step.read(in);
            }
        });
    }
}
