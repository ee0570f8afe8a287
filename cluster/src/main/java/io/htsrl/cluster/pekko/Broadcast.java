package io.htsrl.cluster.pekko;

import io.htsrl.cluster.table.Fill;
import io.htsrl.cluster.tree.PolicyDigest;
import io.htsrl.cluster.tree.Tree;
import io.htsrl.cluster.wire.Parcel;
import io.htsrl.cluster.wire.ParcelCodec;
import java.util.List;

/**
 * The learner's end of the tree: tells each node whom it hands an interval's parameters to, and sends them to the first.
 * With few nodes each gets them with its work, and nothing is done here. The learner's actor.
 */
final class Broadcast {
    private final PolicyBytes policies;
    private final int fanOut;
    private long newest = -1; // version that was handed out

    Broadcast(PolicyBytes policies, int fanOut) {
        this.policies = policies;
        this.fanOut = fanOut;
    }

    /** @param nodes that are heard of, in an order of their own */
    void begin(Fill fill, List<NodeLink> nodes) {
        if (fill.version() == newest || !Tree.needed(nodes.size(), fanOut)) {
            return;
        }
        newest = fill.version();
        byte[] policy = policies.of(fill.version(), fill.parameters());
        byte[] digest = PolicyDigest.of(policy);
        for (int index = 0; index < nodes.size(); index++) {
            List<Parcel.Child> children = Tree.children(nodes, index, fanOut).stream()
                    .map(child -> new Parcel.Child(child.address(), child.link().session()))
                    .toList();
            NodeLink node = nodes.get(index);
            node.link().send(ParcelCodec.encode(new Parcel.Plan(fill.version(), digest, children)));
            if (Tree.first(index, fanOut)) {
                node.send(fill.interval(), fill.version(), policy);
            } else {
                node.willHave(fill.version());
            }
        }
    }

    /** A node has waited in vain for those of another. */
    void wanted(NodeLink node, long version) {
        policies.current(version).ifPresent(policy -> node.send(version, version, policy));
    }
}
