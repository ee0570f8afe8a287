package io.htsrl.cluster;

import io.htsrl.cluster.security.Secret;
import io.htsrl.cluster.security.Tls;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Layer;
import io.htsrl.core.settings.Schema;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import io.htsrl.core.settings.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Nodes that collect rollouts beside this process. Immutable.
 *
 * @param nodes number of remote nodes that the run waits for; 0 for none
 * @param localNodes number of node processes to start on this machine; 0 for none
 * @param learnerNodes number of nodes that also share the learner's work
 * @param bind address at which nodes join
 * @param secretFile file with the secret that learner and nodes share
 * @param nodeLease how long a node may be silent
 * @param nodeTimeout how long the run waits for nodes
 * @param audit one in so many columns is computed again; 0 for none
 * @param tlsKeystore this machine's key and certificate
 * @param tlsTruststore certificates that this machine trusts
 * @param tlsPasswordFile password of both stores; else the environment variable has the password
 * @param tlsVerifyHosts whether a certificate must name the host that uses it
 */
@SettingGroup("Cluster")
public record ClusterSettings(
        @Setting(
                defaultValue = "0",
                label = "N",
                range = "[0, 4096]",
                local = true,
                remedy = "give the number of machines that run 'hts node', or leave it out",
                help = "Nodes on other machines ('hts node --join HOST:PORT') that collect the rollouts: "
                        + "the run waits for so many and accepts more at any time; 0: none.")
        int nodes,

        @Setting(
                defaultValue = "0",
                label = "N",
                range = "[0, 64]",
                local = true,
                remedy = "give 2, for example, or leave it out",
                help = "Nodes that the run starts as processes of 256 MB on this machine; 0: none.")
        int localNodes,

        @Setting(
                defaultValue = "0",
                label = "N",
                range = "[0, 4096]",
                local = true,
                remedy = "give as many as --nodes at most, or leave it out",
                help = "Nodes that also compute the gradient of some rows of each minibatch, with "
                        + "--learners threads; for large networks and fast connections; 0: none.")
        int learnerNodes,

        @Setting(
                defaultValue = "127.0.0.1:0",
                label = "HOST:PORT",
                local = true,
                help = "Address of this machine at which nodes join; port 0: any free one, which is "
                        + "printed. An address other than loopback needs --secret-file or --tls-keystore.")
        String bind,

        @Setting(
                label = "FILE",
                local = true,
                help = "A file with a secret of at least 16 bytes, equal on all machines, which encrypts all "
                        + "connections (TLS 1.3). Without it everybody on this machine may join; --local-nodes "
                        + "get their own.")
        Optional<Path> secretFile,

        @Setting(
                defaultValue = "2s",
                local = true,
                help = "How long a node may be silent before others get its columns; ten times as long "
                        + "without a step.")
        Duration nodeLease,

        @Setting(defaultValue = "60s", local = true, help = "How long the run waits for --nodes.")
        Duration nodeTimeout,

        @Setting(
                defaultValue = "1000",
                label = "N",
                range = "[0, 1000000000]",
                local = true,
                remedy = "give 1000 for one in a thousand, or 0 for none",
                help = "This machine computes one in N columns of nodes again and compares; a "
                        + "difference ends the run and names the node; 0: none.")
        int audit,

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
    static final Schema SCHEMA =
            new Schema.Builder().add(List.of(ClusterSettings.class)).build();

    /** Reads the settings for a command without a run; adds violations of its flags. */
    static ClusterSettings of(Layer flags, Violations violations) {
        ClusterSettings settings =
                new Values(SCHEMA, List.of(flags), Set.of(), violations).record(ClusterSettings.class);
        settings.checkProof(violations);
        return settings;
    }

    /** Adds a violation where both a secret and certificates are given: only one of them can decide who joins. */
    void checkProof(Violations violations) {
        violations.check(
                secretFile.isEmpty() || !tlsGiven(),
                "--secret-file",
                secretFile.orElse(null),
                "must not be given with --tls-keystore: either the secret or certificates decide who joins",
                "leave one of them out, on all machines");
    }

    /** Returns whether local nodes receive a secret drawn for this run, because the user gives none. */
    boolean drawsSecret() {
        return localNodes > 0 && secretFile.isEmpty() && !tlsGiven();
    }

    /** Returns the number of nodes that the run begins with. */
    int all() {
        return nodes + localNodes;
    }

    /** Returns whether certificates are given. */
    boolean tlsGiven() {
        return tlsKeystore.isPresent() || tlsTruststore.isPresent();
    }

    /**
     * Returns the encryption by the given certificates, or else by a secret; see {@link Tls}.
     *
     * @throws io.htsrl.core.error.ConfigurationException when a store cannot be read
     */
    Optional<Tls> encryption(Secret secret) {
        String password = tlsGiven() ? Tls.password(tlsPasswordFile, System::getenv) : null;
        return tlsGiven()
                ? Optional.of(Tls.read(tlsKeystore, tlsTruststore, password, tlsVerifyHosts))
                : Tls.by(Optional.empty(), secret);
    }

    /** Returns the certificates as flags for a process of this machine, which inherits the environment variable. */
    List<String> tlsFlags() {
        List<String> flags = new ArrayList<>(tlsVerifyHosts ? List.of() : List.of("--no-tls-verify-hosts"));
        tlsKeystore.ifPresent(file -> flags.addAll(List.of("--tls-keystore", file.toString())));
        tlsTruststore.ifPresent(file -> flags.addAll(List.of("--tls-truststore", file.toString())));
        tlsPasswordFile.ifPresent(file -> flags.addAll(List.of("--tls-password-file", file.toString())));
        return flags;
    }
}
