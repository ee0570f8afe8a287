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

/** Kind of damage to a file of a run. Stateless, any thread. */
enum Damage {
    /** Cuts off the end. */
    CUT {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(bytes, draws.below(bytes.length)));
        }
    },
    FLIPPED_BYTES {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            for (int flips = 1 + draws.below(8); flips > 0 && bytes.length > 0; flips--) {
                bytes[draws.below(bytes.length)] ^= (byte) (1 << draws.below(8));
            }
            Files.write(file, bytes);
        }
    },
    OTHER_NUMBER {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            List<MatchResult> numbers =
                    NUMBER.matcher(text).results().limit(MAX_NUMBERS).toList();
            if (!numbers.isEmpty()) {
                MatchResult number = numbers.get(draws.below(numbers.size()));
                String value = VALUES.get(draws.below(VALUES.size()));
                Files.writeString(
                        file,
                        text.substring(0, number.start()) + value + text.substring(number.end()),
                        StandardCharsets.ISO_8859_1);
            }
        }
    },
    /** Replaces the file by the one of the same name of another run, or by another one of this run. */
    OTHER_FILE {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            Files.copy(other, file, StandardCopyOption.REPLACE_EXISTING);
        }
    },
    PIPE {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
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
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of("/dev/zero"));
        }
    },
    FOLDER {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            Files.delete(file);
            Files.createDirectory(file);
        }
    },
    MISSING {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            Files.delete(file);
        }
    },
    EMPTY {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            Files.write(file, new byte[0]);
        }
    },
    TRAILING_JUNK {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            byte[] bytes = Files.readAllBytes(file);
            byte[] longer =
                    Arrays.copyOf(bytes, bytes.length + (draws.below(4) == 0 ? 5_000_000 : 1 + draws.below(2000)));
            boolean text = draws.below(2) == 0;
            for (int i = bytes.length; i < longer.length; i++) {
                longer[i] = (byte) (text ? ' ' + draws.below(95) : draws.below(256));
            }
            Files.write(file, longer);
        }
    },
    HUGE_LINE {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            insert(file, "7".repeat(1 + draws.below(3_000_000)) + "\n", draws);
        }
    },
    SPARSE_TAIL {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                open.setLength(1L << 36);
            }
        }
    },
    CONTROL_CHARACTERS {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            insert(file, CONTROLS.get(draws.below(CONTROLS.size())), draws);
        }
    },
    MISSING_LINE {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
            if (!lines.isEmpty()) {
                lines.remove(draws.below(lines.size()));
                Files.write(file, lines, StandardCharsets.ISO_8859_1);
            }
        }
    },
    REPEATED_LINE {
        @Override
        void apply(Path file, Path other, RandomDraws draws) throws IOException {
            List<String> lines = new ArrayList<>(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
            if (!lines.isEmpty()) {
                lines.add(draws.below(lines.size()), lines.get(draws.below(lines.size())));
                Files.write(file, lines, StandardCharsets.ISO_8859_1);
            }
        }
    };

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");
    private static final int MAX_NUMBERS = 10_000;
    private static final List<String> VALUES =
            List.of("NaN", "-1", "0", "1e999", "99999999999999999999", "0.5", "7", "null", "\"7\"", "1e6", "", "[1]");
    private static final List<String> CONTROLS =
            List.of("\u001b[2J", "\u0000", "\u001b]0;title\u0007", "\r", "\n", "\u009b31m", "\u0008\u0008", "\t");

    /** Sequence of random integers. One thread. */
    static final class RandomDraws {
        private final RandomStream stream;
        private long next;

        RandomDraws(RandomStream stream) {
            this.stream = stream;
        }

        /** Returns a number in 0 .. {@code bound - 1}; 0 if the bound is 0. */
        int below(int bound) {
            return (int) (stream.uniform(next++) * bound);
        }
    }

    /**
     * Damages a file.
     *
     * @param other replacement: a file of another run, or another file of this one
     */
    abstract void apply(Path file, Path other, RandomDraws draws) throws IOException;

    private static void insert(Path file, String text, RandomDraws draws) throws IOException {
        String before = Files.readString(file, StandardCharsets.ISO_8859_1);
        int at = draws.below(before.length() + 1);
        Files.writeString(file, before.substring(0, at) + text + before.substring(at), StandardCharsets.ISO_8859_1);
    }
}
