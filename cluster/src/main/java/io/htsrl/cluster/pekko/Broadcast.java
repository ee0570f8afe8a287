package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.wire.ContentDigest;
import io.htsrl.cluster.wire.Parcel;
import java.util.List;

/**
 * The learner's end of the tree that distributes an interval's parameters to many nodes. The first {@code fanOut} nodes
 * receive them from the learner, and each sends them to as many more, level by level. With few nodes this class does
 * nothing, since they receive the parameters with their work. The learner's actor.
 */
final class Broadcast {
    /** Number of nodes that one machine sends to. With more, an interval waits for the learner's outgoing bandwidth. */
    static final int FAN_OUT = 16;

    private final int fanOut;
    private long newest = -1; // version that was distributed
    private long version = -1; // encoded version
    private byte[] bytes;

    Broadcast(int fanOut) {
        this.fanOut = fanOut;
    }

    /** @param nodes live nodes, in a fixed order */
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

    /** Sends the parameters to a node that another node has not sent them to. */
    void resend(NodeLink node, long wanted) {
        if (wanted == version) {
            node.send(version, version, bytes);
        }
    }

    /** Returns the encoded parameters of a version, which are the same for all nodes. */
    byte[] encoded(long ofVersion, float[] parameters) {
        if (ofVersion != version) {
            bytes = Parcel.CODEC.encode(new Parcel.Policy(ofVersion, parameters));
            version = ofVersion;
        }
        return bytes;
    }

    /** Returns whether there are too many nodes for the learner to send to each. */
    static boolean needed(int nodes, int fanOut) {
        return nodes > fanOut;
    }

    /** Returns whether a node receives the parameters from the learner. */
    static boolean first(int index, int fanOut) {
        return index < fanOut;
    }

    /** Returns the nodes to which the node at {@code index} sends the parameters: {@code fanOut} of the next level. */
    static <T> List<T> children(List<T> nodes, int index, int fanOut) {
        long from = Math.min(nodes.size(), (index + 1L) * fanOut);
        long to = Math.min(nodes.size(), from + fanOut);
        return List.copyOf(nodes.subList((int) from, (int) to));
    }
}
