package io.htsrl.cluster.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The nodes of a run, and the learner's own machine. The coordinator's thread. */
final class Members {
    private final ColumnWorker own;
    private final Map<Integer, Member> nodes = new TreeMap<>(); // by node number

    Members(ColumnWorker own) {
        this.own = own;
    }

    void add(Member node) {
        nodes.put(node.id(), node);
    }

    /** Removes a node, and returns it; null where it is not there. */
    Member remove(int node) {
        return nodes.remove(node);
    }

    /** Returns a node; null for the learner's own machine, and for nodes that have left. */
    Member get(int worker) {
        return nodes.get(worker);
    }

    Collection<Member> all() {
        return nodes.values();
    }

    /** Returns the workers that may get columns: all free nodes, or the learner's own machine. */
    List<Integer> assignable() {
        List<Integer> free = free();
        return free.isEmpty() ? List.of(own.id()) : free;
    }

    /** Returns the nodes that may get columns. */
    List<Integer> free() {
        return nodes.values().stream().filter(Member::free).map(Member::id).toList();
    }

    ColumnWorker worker(int worker) {
        Member member = nodes.get(worker);
        return member == null ? own : member.worker();
    }

    String name(int worker) {
        Member member = nodes.get(worker);
        return worker == own.id() ? own.name() : member == null ? "a node that has left" : member.name();
    }
}
