package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.Coordinator.BankRequest;
import io.htsrl.cluster.wire.ContentDigest;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.Tree;
import java.util.List;

/**
 * The learner's end of the tree: tells each node whom it hands an interval's parameters to, and sends them to the first.
 * With few nodes each gets them with its work, and nothing is done here. The learner's actor.
 */
final class Broadcast {
    private final int fanOut;
    private long newest = -1; // version that was handed out
    private long version = -1; // that is encoded
    private byte[] bytes;

    Broadcast(int fanOut) {
        this.fanOut = fanOut;
    }

    /** @param nodes that are heard of, in an order of their own */
    void begin(BankRequest fill, List<NodeLink> nodes) {
        if (fill.version() == newest || !Tree.needed(nodes.size(), fanOut)) {
            return;
        }
        newest = fill.version();
        byte[] policy = encoded(fill.version(), fill.parameters());
        byte[] digest = ContentDigest.of(policy);
        for (int index = 0; index < nodes.size(); index++) {
            List<Parcel.Child> children = Tree.children(nodes, index, fanOut).stream()
                    .map(child -> new Parcel.Child(child.address(), child.link().session()))
                    .toList();
            NodeLink node = nodes.get(index);
            node.link().send(Parcel.CODEC.encode(new Parcel.Plan(fill.version(), digest, children)));
            if (Tree.first(index, fanOut)) {
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
}
