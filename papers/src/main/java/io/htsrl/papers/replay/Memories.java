package io.htsrl.papers.replay;

import io.htsrl.papers.trees.BinaryTree;
import io.htsrl.papers.trees.OurTree;
import io.htsrl.papers.trees.PaperTree;
import io.htsrl.replay.PrioritizedReplay;
import io.htsrl.replay.ReplayConfig;
import io.htsrl.replay.ReplayMemory;
import java.util.function.Function;

/** Compared memories: one store of rows over three indices, and the product's memory. Immutable. */
enum Memories {
    ONE_LOCK("binary tree, one lock", config -> new IndexedReplay(config, BinaryTree::new, true)),
    TWO_LOCKS("K-ary tree, two locks", config -> new IndexedReplay(config, Memories::paperTree, true)),
    OUR_TREE("our tree, same rows", config -> new IndexedReplay(config, OurTree::new, true)),
    OURS("hts-rl", PrioritizedReplay::new);

    /** K of the paper's tree that is fastest from 10,000 leaves on. */
    static final int FAN_OUT_OF_PAPER = 8;

    private final String title;
    private final Function<ReplayConfig, ReplayMemory> maker;

    Memories(String title, Function<ReplayConfig, ReplayMemory> maker) {
        this.title = title;
        this.maker = maker;
    }

    static PaperTree paperTree(int leaves) {
        return new PaperTree(leaves, FAN_OUT_OF_PAPER);
    }

    String title() {
        return title;
    }

    ReplayMemory make(ReplayConfig config) {
        return maker.apply(config);
    }
}
