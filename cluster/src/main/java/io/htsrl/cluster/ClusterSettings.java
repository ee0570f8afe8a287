package io.htsrl.cluster;

import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Who collects rollouts beside this process. Immutable.
 *
 * @param nodes       machines that are waited for; 0 for none
 * @param localNodes  processes that are started on this machine; 0 for none
 * @param learnerNodes of them share the learner's work, too
 * @param replayNodes of them that hold the replay memory; 0 for none
 * @param bind        where nodes join
 * @param secretFile  what both sides know
 * @param nodeLease   how long a node may be silent
 * @param nodeTimeout how long nodes are waited for
 * @param tls         encryption
 */
@SettingGroup("Cluster")
public record ClusterSettings(
        @Setting(
                usual = "0",
                label = "N",
                range = "[0, 4096]",
                decidesBits = false,
                recorded = false,
                onResume = true,
                remedy = "give the number of machines that run 'hts node', or leave it out",
                help = "Nodes that collect the rollouts, on other machines ('hts node --join HOST:PORT'): the run"
                        + " waits for so many, and takes more at any time. 0: none.")
        int nodes,

        @Setting(
                usual = "0",
                label = "N",
                range = "[0, 64]",
                decidesBits = false,
                recorded = false,
                onResume = true,
                remedy = "give 2, for example, or leave it out",
                help = "The same, as processes of 256 MB that are started on this machine and end with this one. 0:"
                        + " none.")
        int localNodes,

        @Setting(
                usual = "0",
                label = "N",
                range = "[0, 4096]",
                decidesBits = false,
                recorded = false,
                onResume = true,
                remedy = "give as many as --nodes at most, or leave it out",
                help = "How many of the nodes also share the learner's work: each computes the gradient of some rows"
                        + " of a minibatch, with --learners threads. For large networks and fast connections. 0:"
                        + " none.")
        int learnerNodes,

        @Setting(
                usual = "0",
                label = "R",
                range = "[0, 4096]",
                decidesBits = false,
                recorded = false,
                onResume = true,
                remedy = "give 2, for example, or leave it out",
                help = "How many of these nodes, the first to join, hold the replay memory's steps, each some of its "
                        + "--replay-shards; 0: this process does. One that dies ends the run, which then goes on from its "
                        + "last checkpoint.")
        int replayNodes,

        @Setting(
                usual = "127.0.0.1:0",
                label = "HOST:PORT",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "Where nodes join: an address of this machine that they reach; port 0: any free one, which is "
                        + "printed. Any other than loopback needs --secret-file or --tls-keystore.")
        String bind,

        @Setting(
                label = "FILE",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "A text that nodes must know, too: of at least 16 bytes, in a file of this and of their"
                        + " machines.")
        Optional<Path> secretFile,

        @Setting(
                usual = "2s",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "How long a node may be silent before its columns go to others, such as 2s; without a step it"
                        + " may be ten times as long. What is done twice changes no bit.")
        Duration nodeLease,

        @Setting(
                usual = "60s",
                decidesBits = false,
                recorded = false,
                onResume = true,
                help = "How long --nodes are waited for.")
        Duration nodeTimeout,

        TlsSettings tls) {

    boolean wanted() {
        return all() > 0;
    }

    /** Nodes that the run begins with. */
    int all() {
        return nodes + localNodes;
    }
}
