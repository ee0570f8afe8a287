package io.htsrl.monitor.tensorboard;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventFileTest {
    private static final double NOW = 1.7e9;

    @TempDir
    Path folder;

    @Test
    void shouldMaskItsChecksumsAsRecordsHaveThem() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII); // whose CRC-32C is e3069283

        assertEquals(0xe3069283 >>> 15 | 0xe3069283 << 17, EventFile.checksum(digits, 0, 9) - 0xa282ead8);
        assertEquals(StrictReader.masked(digits, 3, 4), EventFile.checksum(digits, 3, 4));
    }

    @Test
    void shouldWriteWhatAStrictReaderReads() throws IOException {
        Path path;
        try (EventFile file = EventFile.create(folder.resolve("made"))) {
            path = file.path();
            file.add(Events.version(NOW));
            Events.ScalarEvent scalars = new Events.ScalarEvent();
            scalars.begin()
                    .add("charts/a", 1.5)
                    .add("nothing", Double.NaN)
                    .add("b", -2)
                    .write(file, NOW + 1, 7);
            scalars.begin().add("nothing", Double.POSITIVE_INFINITY).write(file, NOW + 1, 8);
            scalars.begin();
            for (int i = 0; i < 200; i++) { // more than its first memory holds
                scalars.add("a rather long name of a scalar, number " + i, i);
            }
            scalars.write(file, NOW + 2, 1L << 40);
            file.add(Events.text(NOW + 3, 9, "hyperparameters", "|a|\u00e4|"));
        }
        List<StrictReader.Event> events = StrictReader.events(path);

        assertEquals(4, events.size());
        assertEquals(Map.of("charts/a", 1.5f, "b", -2f), events.get(1).scalars());
        assertEquals(7, events.get(1).step());
        assertEquals(NOW + 1, events.get(1).wallTime());
        assertEquals(200, events.get(2).scalars().size());
        assertEquals(1L << 40, events.get(2).step());
        assertEquals(
                Set.of("hyperparameters/text_summary"), events.get(3).others().keySet());
    }

    @Test
    void shouldNameEachFileBehindAllThatAreThere() throws IOException {
        List<Path> made = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (EventFile file = EventFile.create(folder)) {
                made.add(file.path());
            }
        }

        assertEquals(made, EventFile.all(folder));
        assertEquals(List.of(), EventFile.all(folder.resolve("nowhere")));
    }

    @ParameterizedTest
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    @CsvSource({
        "old, false",
        "backup, false",
        "9999999999.other, false",
        "8999999998.other, true",
        "1700000000000.other, true"
    })
    void shouldNameAFileWhateverNamesThereAre(String suffix, boolean after) throws IOException {
        Files.createFile(folder.resolve(EventFile.PREFIX + suffix));

        String next = EventFile.next(folder).getFileName().toString();

        assertTrue(next.matches("events\\.out\\.tfevents\\.\\d{10}\\.hts-rl\\.\\d+\\.0"), next);
        assertEquals(after, next.compareTo(EventFile.PREFIX + suffix) > 0, next);
    }

    @Test
    void shouldReadWhatIsWholeOfATornFile() throws IOException {
        Path path;
        try (EventFile file = EventFile.create(folder)) {
            path = file.path();
            file.add(Events.version(NOW));
            Events.ScalarEvent scalars = new Events.ScalarEvent();
            scalars.begin().add("other", 1).write(file, NOW, 1);
            scalars.begin().add("other", 1).add("mine", 1).write(file, NOW, 2);
            scalars.begin().add("mine", 1).write(file, NOW, 3);
        }
        byte[] whole = Files.readAllBytes(path);
        assertEquals(Set.of(2L, 3L), EventFile.Reader.steps(folder, "mine"));
        Set<Set<Long>> found = new HashSet<>();
        for (int length = whole.length; length >= 0; length--) { // wherever a kill tears it
            Files.write(path, Arrays.copyOf(whole, length));
            found.add(EventFile.Reader.steps(folder, "mine"));
        }
        assertEquals(Set.of(Set.of(2L, 3L), Set.of(2L), Set.of()), found);

        whole[whole.length - 10] ^= 1;
        Files.write(path, whole);
        assertEquals(Set.of(2L), EventFile.Reader.steps(folder, "mine"));
    }

    @Test
    void shouldCountNumbersInBucketsOfTheirOwn() throws IOException {
        Histogram histogram = Histogram.of(Map.of(1, 3L, 2, 4L, 16, 2L));
        CodedInputStream in = histogram.message().toBytes().newCodedInput();
        double[] head = new double[5];
        for (int i = 0; i < head.length; i++) {
            assertEquals(i + 1 << 3 | 1, in.readTag());
            head[i] = in.readDouble();
        }

        assertArrayEquals(new double[] {1, 16, 9, 3 + 8 + 32, 3 + 16 + 512}, head);
        assertEquals(6 << 3 | 2, in.readTag());
        assertArrayEquals(new double[] {0.5, 1.5, 2.5, 15.5, 16.5}, doubles(in));
        assertEquals(7 << 3 | 2, in.readTag());
        assertArrayEquals(new double[] {0, 3, 4, 0, 2}, doubles(in));
        assertTrue(in.isAtEnd());
    }

    @Test
    void shouldCountAllNumbersOnceWhateverTheirSize() {
        Histogram histogram = Histogram.of(new double[] {1e-3, 1e-3, 0.5, 2, 700});

        assertEquals(
                5,
                histogram.buckets().values().stream()
                        .mapToDouble(count -> count)
                        .sum());
        assertEquals(2, histogram.buckets().ceilingEntry(1e-3).getValue());
        assertEquals(1, histogram.buckets().lastEntry().getValue());
        assertTrue(histogram.buckets().firstKey() < 1e-3 && histogram.buckets().lastKey() >= 700);
        assertTrue(histogram.buckets().size() < 100, histogram::toString);
        assertEquals(1, Histogram.of(new double[] {1}).count());
    }

    private static double[] doubles(CodedInputStream in) throws IOException {
        double[] values = new double[in.readRawVarint32() / Double.BYTES];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readDouble();
        }
        return values;
    }

    @Test
    void shouldKeepATableOfSettingsATable() {
        assertEquals("|param|value|\n|-|-|\n|env|A\\|B|\n", Events.HyperParameters.table(Map.of("env", "A|B")));
    }
}
