package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.wire.ContentDigest;
import io.htsrl.cluster.wire.Parcel;
import java.util.List;

/**
 * The learner's end of the tree by which many nodes get an interval's parameters: the first {@code fanOut} nodes have them
 * from the learner, each sends them to as many more, level by level. Few nodes get them with their work, and nothing is done
 * here. The learner's actor.
 */
final class Broadcast {
    /** Nodes that one machine sends to: above it, the learner's way out is what an interval waits for. */
    static final int FAN_OUT = 16;

    private final int fanOut;
    private long newest = -1; // version that was handed out
    private long version = -1; // that is encoded
    private byte[] bytes;

    Broadcast(int fanOut) {
        this.fanOut = fanOut;
    }

    /** @param nodes that are heard of, in an order of their own */
    void begin(BankRequest fill, List<NodeLink> nodes) {
        if (fill.version() == newest || !needed(nodes.size(), fanOut)) {
            return;
        }
        newest = fill.version();
        byte[] policy = encoded(fill.version(), fill.parameters());
        byte[] digest = ContentDigest.of(policy);
        for (int index = 0; index < nodes.size(); index++) {
            List<Parcel.Child> children = children(nodes, index, fanOut).stream()
                    .map(child -> new Parcel.Child(child.address(), child.link().session()))
                    .toList();
            NodeLink node = nodes.get(index);
            node.link().send(Parcel.CODEC.encode(new Parcel.Plan(fill.version(), digest, children)));
            if (first(index, fanOut)) {
                node.send(fill.interval(), fill.version(), policy);
            } else {
                node.willHave(fill.version());
            }
        }
    }

    /** A node has waited in vain for another one. */
    void resend(NodeLink node, long wanted) {
        if (wanted == version) {
            node.send(version, version, bytes);
        }
    }

    /** The encoded parameters of a version, the same for all nodes. */
    byte[] encoded(long ofVersion, float[] parameters) {
        if (ofVersion != version) {
            bytes = Parcel.CODEC.encode(new Parcel.Policy(ofVersion, parameters));
            version = ofVersion;
        }
        return bytes;
    }

    /** Whether so many nodes are too many for the learner. */
    static boolean needed(int nodes, int fanOut) {
        return nodes > fanOut;
    }

    /** Whether a node has the parameters from the learner. */
    static boolean first(int index, int fanOut) {
        return index < fanOut;
    }

    /** The nodes that the node at {@code index} sends the parameters to: as many more, level by level. */
    static <T> List<T> children(List<T> nodes, int index, int fanOut) {
        long from = Math.min(nodes.size(), (index + 1L) * fanOut);
        long to = Math.min(nodes.size(), from + fanOut);
        return List.copyOf(nodes.subList((int) from, (int) to));
    }
}
