package io.htsrl.cluster.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The nodes that take part, and the learner's own machine behind them. The coordinator's thread. */
final class Members {
    private final Hand own;
    private final Map<Integer, Member> nodes = new TreeMap<>();

    Members(Hand own) {
        this.own = own;
    }

    void join(Hand node, long now) {
        nodes.put(node.id(), new Member(node, now));
    }

    /** Null where there is none of that number. */
    Member get(int node) {
        return nodes.get(node);
    }

    /** Null where there is none. */
    Member remove(int node) {
        return nodes.remove(node);
    }

    Collection<Member> all() {
        return nodes.values();
    }

    /** How many are heard of. */
    int live() {
        return (int) nodes.values().stream().filter(Member::live).count();
    }

    boolean live(int node) {
        return nodes.containsKey(node) && nodes.get(node).live();
    }

    /** Who may get columns. */
    List<Integer> free() {
        return nodes.values().stream().filter(Member::free).map(Member::id).toList();
    }

    /** For people. */
    String name(int hand) {
        Member member = nodes.get(hand);
        return hand == own.id() ? own.name() : member == null ? "a node that has left" : member.name();
    }
}
