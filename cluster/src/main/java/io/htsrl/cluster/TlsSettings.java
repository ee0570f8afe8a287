package io.htsrl.cluster;

import io.htsrl.cluster.security.Tls;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encryption between learner and nodes, in which each side authenticates itself. Immutable.
 *
 * @param tlsKeystore     this machine's key and certificate
 * @param tlsTruststore   certificates that this machine trusts
 * @param tlsPasswordFile password of both stores; else the environment variable has the password
 * @param tlsVerifyHosts  whether a certificate must name the host that uses it
 */
@SettingGroup("Cluster")
public record TlsSettings(
        @Setting(
                label = "FILE",
                local = true,
                help = "Keystore (PKCS12 or JKS) with this machine's key and certificate for TLS 1.3 between "
                        + "learner and nodes; both sides authenticate.")
        Optional<Path> tlsKeystore,

        @Setting(
                label = "FILE",
                local = true,
                help = "Truststore with the certificates, or their authorities', that the other side may show.")
        Optional<Path> tlsTruststore,

        @Setting(
                label = "FILE",
                local = true,
                help = "A file with the password of both stores; by default the environment variable "
                        + "HTS_TLS_PASSWORD.")
        Optional<Path> tlsPasswordFile,

        @Setting(
                defaultValue = "true",
                local = true,
                help = "A certificate must name its host (subject alternative name).")
        boolean tlsVerifyHosts) {

    /** Settings without encryption. */
    static final TlsSettings NONE = new TlsSettings(Optional.empty(), Optional.empty(), Optional.empty(), true);

    boolean wanted() {
        return tlsKeystore.isPresent() || tlsTruststore.isPresent();
    }

    /**
     * Reads the stores; empty where none are given.
     *
     * @throws io.htsrl.core.error.ConfigurationException when a store cannot be read
     */
    Optional<Tls> read() {
        return wanted()
                ? Optional.of(Tls.read(
                        tlsKeystore, tlsTruststore, Tls.password(tlsPasswordFile, System::getenv), tlsVerifyHosts))
                : Optional.empty();
    }

    /** Returns the settings as flags for a process of this machine, which inherits the environment variable. */
    List<String> flags() {
        List<String> flags = new ArrayList<>();
        tlsKeystore.ifPresent(file -> flags.addAll(List.of("--tls-keystore", file.toString())));
        tlsTruststore.ifPresent(file -> flags.addAll(List.of("--tls-truststore", file.toString())));
        tlsPasswordFile.ifPresent(file -> flags.addAll(List.of("--tls-password-file", file.toString())));
        if (!tlsVerifyHosts) {
            flags.add("--no-tls-verify-hosts");
        }
        return flags;
    }
}
