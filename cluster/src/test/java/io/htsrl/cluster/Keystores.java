package io.htsrl.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.htsrl.cluster.security.Tls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keystores by the JDK's keytool, as docs/how-to/cluster.md says. One thread. */
public final class Keystores {
    public static final String PASSWORD = "not-a-secret";

    private final Path folder;

    public Keystores(Path folder) {
        this.folder = folder;
    }

    /** A key with a certificate of its own, for 127.0.0.1. */
    public Path key(String name) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString());
        return store;
    }

    /** A truststore with the certificate of one key. */
    public Path trust(String name, Path key, String alias) throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Path certificate = folder.resolve(alias + ".pem");
        keytool("-exportcert", "-rfc", "-alias", alias, "-file", certificate.toString(), "-keystore", key.toString());
        keytool("-importcert", "-noprompt", "-alias", alias, "-file", certificate + "", "-keystore", store.toString());
        return store;
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-storepass",
                PASSWORD));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    public static Optional<Tls> tls(Path keys, Path trusted) {
        return Optional.of(Tls.read(Optional.of(keys), Optional.of(trusted), PASSWORD, true));
    }
}
