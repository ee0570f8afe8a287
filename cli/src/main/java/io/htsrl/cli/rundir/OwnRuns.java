package io.htsrl.cli.rundir;

import io.htsrl.core.environment.EnvironmentProvider.ForeignCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Recognizes code that this user has run: a run directory has an HMAC of each piece of it and of the working directory,
 * from which Python imports. The key is in the user's home folder and is made when it is first needed; where it cannot
 * be made or read, no code counts as run before. Any thread.
 */
public record OwnRuns(Path keyFile) {
    /** Name of the file in the run directory. */
    static final String FILE = "origin";

    private static final int KEY_BYTES = 32;
    private static final int MOST_BYTES = 4096;
    private static final String ALGORITHM = "HmacSHA256";

    /** Returns the marks of this machine's user. */
    public static OwnRuns ofUser() {
        String given = System.getenv("XDG_CONFIG_HOME");
        Path config =
                given == null || given.isEmpty() ? Path.of(System.getProperty("user.home"), ".config") : Path.of(given);
        return new OwnRuns(config.resolve("hts-rl").resolve("key"));
    }

    /**
     * Notes in the run directory {@code run} that the user allows it to run {@code code}; does nothing where that is
     * empty.
     */
    public void mark(Path run, List<ForeignCode> code) {
        String lines = code.stream()
                .flatMap(each -> mark(each).stream())
                .map(mark -> mark + "\n")
                .collect(Collectors.joining());
        if (!lines.isEmpty()) {
            WholeFile.write(run.resolve(FILE), lines);
        }
    }

    /** Returns the mark of {@code code}, which this user runs; empty where no key can be made. */
    public Optional<String> mark(ForeignCode code) {
        return key(true).map(key -> mac(key, code));
    }

    /** Returns whether {@code mark} is that of {@code code}, made by this user in this working directory. */
    public boolean made(String mark, ForeignCode code) {
        return key(false).map(key -> mac(key, code)).filter(mark::equals).isPresent();
    }

    /** Returns a test of whether {@link #mark} has noted code in the run directory {@code run}. */
    public Predicate<ForeignCode> of(Path run) {
        Path file = run.resolve(FILE);
        try {
            Optional<byte[]> key = key(false);
            if (key.isEmpty() || !Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return code -> false;
            }
            List<String> marks =
                    Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
            return code -> marks.contains(mac(key.get(), code));
        } catch (IOException e) {
            return code -> false;
        }
    }

    private static String mac(byte[] key, ForeignCode code) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            for (String part : List.of(Path.of("").toAbsolutePath().toString(), code.setting(), code.text())) {
                mac.update((part.length() + ":" + part).getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(mac.doFinal());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has " + ALGORITHM, e);
        }
    }

    private Optional<byte[]> key(boolean making) {
        try {
            if (making && Files.notExists(keyFile)) {
                make();
            }
            return Optional.of(Files.readAllBytes(keyFile)).filter(key -> key.length == KEY_BYTES);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private void make() throws IOException {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        Files.createDirectories(keyFile.getParent());
        Path draft = Files.createTempFile(
                keyFile.getParent(), "key", ".draft"); // of this user alone, whole before it has its name
        try {
            Files.write(draft, key);
            Files.createLink(keyFile, draft);
        } catch (FileAlreadyExistsException e) {
            // another run has made the key first: it is read
        } finally {
            Files.delete(draft);
        }
    }
}
