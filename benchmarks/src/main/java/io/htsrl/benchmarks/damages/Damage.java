package io.htsrl.benchmarks.damages;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What can happen to a file of a run. Stateless, any thread. */
enum Damage {
    /** Its end is gone. */
    CUT {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, draw.below(bytes.length)));
        }
    },
    FLIPPED_BYTES {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            for (int flips = 1 + draw.below(8); flips > 0 && bytes.length > 0; flips--) {
                bytes[draw.below(bytes.length)] ^= (byte) (1 << draw.below(8));
            }
            Files.write(file, bytes);
        }
    },
    OTHER_NUMBER {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            List<MatchResult> numbers =
                    NUMBER.matcher(text).results().limit(MOST_NUMBERS).toList();
            if (!numbers.isEmpty()) {
                MatchResult number = numbers.get(draw.below(numbers.size()));
                String value = VALUES.get(draw.below(VALUES.size()));
                Files.writeString(
                        file,
                        text.substring(0, number.start()) + value + text.substring(number.end()),
                        StandardCharsets.ISO_8859_1);
            }
        }
    },
    /** That of the same name of another run, or another one of this run. */
    OTHER_FILE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
        }
    },
    PIPE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.delete(file);
            try {
                new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    },
    ENDLESS_DEVICE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("/dev/zero"));
        }
    },
    FOLDER {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.delete(file);
            Files.createDirectory(file);
        }
    },
    MISSING {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.delete(file);
        }
    },
    EMPTY {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            Files.write(file, new byte[0]);
        }
    },
    JUNK_BEHIND {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            byte[] longer =
                    Arrays.copyOf(bytes, bytes.length + (draw.below(4) == 0 ? 5_000_000 : 1 + draw.below(2000)));
            boolean text = draw.below(2) == 0;
            for (int i = bytes.length; i < longer.length; i++) {
                longer[i] = (byte) (text ? ' ' + draw.below(95) : draw.below(256));
            }
            Files.write(file, longer);
        }
    },
    HUGE_LINE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            insert(file, "7".repeat(1 + draw.below(3_000_000)) + "\n", draw);
        }
    },
    ENDLESS_HOLE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(1L << 36);
            }
        }
    },
    CONTROL_CHARACTERS {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            insert(file, CONTROLS.get(draw.below(CONTROLS.size())), draw);
        }
    },
    LINE_GONE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
            if (!lines.isEmpty()) {
                lines.remove(draw.below(lines.size()));
                Files.write(file, lines, StandardCharsets.ISO_8859_1);
            }
        }
    },
    LINE_TWICE {
        @Override
        void apply(Path file, Path other, Draw draw) throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
            if (!lines.isEmpty()) {
                lines.add(draw.below(lines.size()), lines.get(draw.below(lines.size())));
                Files.write(file, lines, StandardCharsets.ISO_8859_1);
            }
        }
    };

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");
    private static final int MOST_NUMBERS = 10_000;
    private static final List<String> VALUES =
            List.of("NaN", "-1", "0", "1e999", "99999999999999999999", "0.5", "7", "null", "\"7\"", "1e6", "", "[1]");
    private static final List<String> CONTROLS =
            List.of("\u001b[2J", "\u0000", "\u001b]0;title\u0007", "\r", "\n", "\u009b31m", "\u0008\u0008", "\t");

    /** Random numbers in an order. One thread. */
    static final class Draw {
        private final RandomStream stream;
        private long next;

        Draw(RandomStream stream) {
            this.stream = stream;
        }

        /** From 0 to {@code bound - 1}; 0 where that is none. */
        int below(int bound) {
            return (int) (stream.uniform(next++) * bound);
        }
    }

    /**
     * Does it.
     *
     * @param other the file of another run, or another file of this one, that is swapped in
     */
    abstract void apply(Path file, Path other, Draw draw) throws IOException;

    private static void insert(Path file, String text, Draw draw) throws IOException {
        String before = Files.readString(file, StandardCharsets.ISO_8859_1);
        int at = draw.below(before.length() + 1);
        Files.writeString(file, before.substring(0, at) + text + before.substring(at), StandardCharsets.ISO_8859_1);
    }
}
