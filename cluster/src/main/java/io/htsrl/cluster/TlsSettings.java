package io.htsrl.cluster;

import io.htsrl.cluster.door.Tls;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encryption between learner and nodes, by which each proves who it is. Immutable.
 *
 * @param tlsKeystore     this machine's key and certificate
 * @param tlsTruststore   whom it believes
 * @param tlsPasswordFile of both; else the environment variable has the password
 * @param tlsVerifyHosts  whether a certificate must name the host it is used by
 */
@SettingGroup("Cluster")
public record TlsSettings(
        @Setting(
                label = "FILE",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help =
                        "Speak TLS 1.3 with nodes, by the key and certificate in this keystore (PKCS12 or JKS); both sides "
                                + "prove who they are.")
        Optional<Path> tlsKeystore,

        @Setting(
                label = "FILE",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "The certificates, or those of who signed them, that the other side is believed by.")
        Optional<Path> tlsTruststore,

        @Setting(
                label = "FILE",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "A file with the password of both; without it the environment variable HTS_TLS_PASSWORD has it.")
        Optional<Path> tlsPasswordFile,

        @Setting(
                usual = "true",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "A certificate must name the host that it is used by (subject alternative name).")
        boolean tlsVerifyHosts) {

    /** No encryption. */
    static final TlsSettings NONE = new TlsSettings(Optional.empty(), Optional.empty(), Optional.empty(), true);

    boolean wanted() {
        return tlsKeystore.isPresent() || tlsTruststore.isPresent();
    }

    /**
     * Reads them; empty where none are given.
     *
     * @throws io.htsrl.core.error.ConfigurationException when one cannot be read
     */
    Optional<Tls> read() {
        return wanted()
                ? Optional.of(Tls.read(
                        tlsKeystore, tlsTruststore, Tls.password(tlsPasswordFile, System::getenv), tlsVerifyHosts))
                : Optional.empty();
    }

    /** As flags, for a process of this machine; the environment variable it inherits. */
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
