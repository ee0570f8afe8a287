package io.htsrl.cluster;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags of {@link TlsSettings}, for a command that has no others of a run. Filled by picocli. */
final class TlsOptions {
    @Option(
            names = "--tls-keystore",
            order = 3,
            paramLabel = "FILE",
            description = "Speak TLS 1.3 with the learner, by the key and certificate in this keystore.")
    private Path keystore;

    @Option(
            names = "--tls-truststore",
            order = 4,
            paramLabel = "FILE",
            description = "The learner's certificate, or that of who signed it.")
    private Path truststore;

    @Option(
            names = "--tls-password-file",
            order = 5,
            paramLabel = "FILE",
            description = "A file with the password of both; or the environment variable HTS_TLS_PASSWORD has it.")
    private Path passwordFile;

    @Option(
            names = "--tls-verify-hosts",
            order = 6,
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "The learner's certificate must name its host; --no-tls-verify-hosts: need not.")
    private boolean verifyHosts;

    TlsSettings settings() {
        return new TlsSettings(
                Optional.ofNullable(keystore),
                Optional.ofNullable(truststore),
                Optional.ofNullable(passwordFile),
                verifyHosts);
    }
}
