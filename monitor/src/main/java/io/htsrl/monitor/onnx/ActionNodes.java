package io.htsrl.monitor.onnx;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionValues;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.Deterministic;
import io.htsrl.core.policy.DiagonalGaussian;
import io.htsrl.core.policy.MultiCategorical;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.core.policy.SquashedGaussian;
import io.htsrl.core.policy.StateDependentGaussian;
import io.htsrl.core.policy.ValueDistribution;
import io.htsrl.monitor.onnx.NetworkNodes.HeadRows;
import io.htsrl.monitor.onnx.OnnxGraph.Attribute;
import io.htsrl.monitor.onnx.OnnxGraph.ElementType;
import io.htsrl.monitor.onnx.OnnxGraph.Port;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Adds an action head as nodes over a network's rows: the named parameters of its distribution, and {@code action}, the
 * best action in the environment's format. One thread.
 *
 * <p>All numbers are floats, where the head scales and squashes in double: components are equal up to rounding.
 */
final class ActionNodes {
    /** Name of the action in [-1, 1], for heads that scale it to a box. */
    static final String SQUASHED = "action.tanh";

    private static final String ACTION = "action";
    private static final String INDEX = "index of the best action";

    private final OnnxGraph graph;
    private final ActionHead head;
    private final ActionSpace space;
    private final HeadRows rows;
    private final String mask;
    private final String first; // output of the first head, of distributions their means; forbidden ones masked

    /** @param mask input with the mask of allowed actions; null for none */
    ActionNodes(OnnxGraph graph, ActionHead head, ActionSpace space, HeadRows rows, String mask) {
        this.graph = graph;
        this.head = head;
        this.space = space;
        this.rows = rows;
        this.mask = mask;
        String outputs =
                head instanceof ActionValues values && values.distribution().isUsed()
                        ? means(values.count(), values.dueling(), values.distribution())
                        : rows.first();
        this.first = mask == null ? outputs : masked(outputs);
    }

    private String masked(String outputs) {
        String allowed =
                graph.node("mask.allowed", "Cast", List.of(mask), Attribute.of("to", ElementType.BOOL.number()));
        String forbidden = graph.scalar("mask.forbidden", OutputRow.FORBIDDEN);
        return graph.node("mask.outputs", "Where", allowed, outputs, forbidden);
    }

    /** @throws ConfigurationException when this version has no nodes for the head */
    void add() {
        if (head instanceof Categorical) {
            index(first);
            name("logits", head.outputs(), "unnormalised logarithms of the actions' probabilities", first);
        } else if (head instanceof MultiCategorical) {
            choices();
            name("logits", head.outputs(), "those of one choice after the other: " + space, first);
        } else if (head instanceof DiagonalGaussian) {
            gaussian();
        } else if (head instanceof SquashedGaussian squashed) {
            squashed(squashed.logStd());
        } else if (head instanceof Deterministic) {
            scaled(graph.node(SQUASHED, "Tanh", rows.first()));
            name("pre_tanh", width(), "the action is tanh of it, scaled to the box", rows.first());
        } else if (head instanceof ActionValues values) {
            values(values.count());
        } else {
            throw new ConfigurationException(
                    "action head",
                    head.name(),
                    "must be one that ONNX files are made of",
                    "load the parameters with Agent.load, which acts with any head");
        }
    }

    private int width() {
        return head.actionWidth();
    }

    /** Adds an output of {@code width} floats under its own name. */
    private void name(String name, int width, String meaning, String tensor) {
        graph.output(new Port(graph.node(name, "Identity", tensor), ElementType.FLOAT, List.of(width), meaning));
    }

    private void index(String values) {
        String best =
                graph.node(ACTION, "ArgMax", List.of(values), Attribute.of("axis", 1), Attribute.of("keepdims", 0));
        graph.output(new Port(best, ElementType.INT64, List.of(), INDEX + ", the first of equals"));
    }

    private void choices() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < width(); i++) {
            parts.add("logits." + i);
        }
        long[] counts = Arrays.stream(space.choices()).asLongStream().toArray();
        graph.split(parts, "logits.counts", first, counts);
        List<String> best = new ArrayList<>();
        for (String part : parts) {
            best.add(graph.node(
                    part + ".best", "ArgMax", List.of(part), Attribute.of("axis", 1), Attribute.of("keepdims", 1)));
        }
        String all = graph.node(ACTION, "Concat", best, Attribute.of("axis", 1));
        graph.output(new Port(all, ElementType.INT64, List.of(width()), INDEX + " of each choice"));
    }

    private void gaussian() {
        ActionSpace.Continuous box = (ActionSpace.Continuous) space;
        String low = graph.floats("action.low", box.low());
        String high = graph.floats("action.high", box.high());
        String below = graph.node("action.below", "Min", rows.first(), high);
        action(graph.node(ACTION, "Max", below, low), "the mean, clipped into the box");
        name("mean", width(), "of independent normal components, before they are clipped", rows.first());
        if (head instanceof StateDependentGaussian) {
            name("log_std", width(), "logarithms of their standard deviations in that state", stateDependent());
            return;
        }
        String count = graph.node("batch.size", "Shape", rows.first());
        name(
                "log_std",
                width(),
                "logarithms of their standard deviations, whatever the state",
                graph.node("policy.log_std.rows", "Expand", rows.free(), count));
    }

    /** Computes {@code log σ_j = log(Σ_i x_i² exp(2 l_ij) + 1e-6) / 2}. */
    private String stateDependent() {
        String twice = graph.node("sde.twice", "Mul", rows.free(), graph.scalar("sde.two", 2));
        String shape = graph.integers("sde.shape", head.repeatedOutputs(), width());
        String squares = graph.node("sde.squares", "Mul", rows.units(), rows.units());
        String weights = graph.node("sde.weights", "Reshape", graph.node("sde.exp", "Exp", twice), shape);
        String sum = graph.node("sde.sum", "MatMul", squares, weights);
        String least = graph.scalar("sde.least", (float) StateDependentGaussian.LEAST_VARIANCE);
        String log = graph.node("sde.log", "Log", graph.node("sde.variance", "Add", sum, least));
        return graph.node("sde.half", "Mul", log, graph.scalar("sde.share", 0.5f));
    }

    private void squashed(SquashedGaussian.LogStd logStd) {
        List<String> halves = List.of("squashed.mean", "squashed.s");
        graph.split(halves, "squashed.widths", rows.first(), width(), width());
        scaled(graph.node(SQUASHED, "Tanh", halves.subList(0, 1)));
        name("mean", width(), "of independent normal components, before tanh", halves.get(0));
        name(
                "log_std",
                width(),
                "logarithms of their standard deviations",
                switch (logStd) {
                    case TANH -> between(halves.get(1));
                    case CLAMP ->
                        graph.node(
                                "squashed.clamped",
                                "Clip",
                                halves.get(1),
                                graph.scalar("squashed.least", -20),
                                graph.scalar("squashed.most", 2));
                });
    }

    /** Computes {@code -5 + 3.5 (tanh s + 1)}. */
    private String between(String s) {
        String up = graph.node(
                "squashed.up", "Add", graph.node("squashed.tanh", "Tanh", s), graph.scalar("squashed.one", 1));
        String wide = graph.node("squashed.wide", "Mul", up, graph.scalar("squashed.half", 3.5f));
        return graph.node("squashed.between", "Add", wide, graph.scalar("squashed.least", -5));
    }

    /** Scales from [-1, 1] to the box: {@code low (1 - share) + high share}, which gives both ends exactly. */
    private void scaled(String squashed) {
        ActionSpace.Continuous box = (ActionSpace.Continuous) space;
        String low = graph.floats("action.low", box.low());
        String high = graph.floats("action.high", box.high());
        String one = graph.scalar("action.one", 1);
        String up = graph.node("action.up", "Add", squashed, one);
        String share = graph.node("action.share", "Mul", up, graph.scalar("action.half", 0.5f));
        String rest = graph.node("action.rest", "Sub", one, share);
        String sum = graph.node(
                "action.sum",
                "Add",
                graph.node("action.of_low", "Mul", rest, low),
                graph.node("action.of_high", "Mul", share, high));
        String below = graph.node("action.below", "Min", sum, high);
        action(graph.node(ACTION, "Max", below, low), "tanh, scaled to the box");
    }

    private void action(String name, String meaning) {
        graph.output(new Port(name, ElementType.FLOAT, List.of(width()), meaning + " " + space));
    }

    /**
     * Computes {@code Q = V + A - mean(A)} where a value head exists (Wang et al. 2016, Eq. 9); the best A is the best
     * Q.
     */
    private void values(int count) {
        index(first);
        String values = first;
        if (rows.value() != null) {
            String over = graph.node("advantage.over", "Sub", values, mean(rows.first(), mask));
            values = graph.node("q.dueling", "Add", over, rows.value());
        }
        name("q_values", count, "of each action", values);
    }

    /** Computes the means of distributions, as {@link ActionValues} does. */
    private String means(int count, boolean dueling, ValueDistribution distribution) {
        int atoms = distribution.nAtoms();
        String shape = graph.integers("atoms.shape", -1, dueling ? count + 1 : count, atoms);
        String outputs = graph.node("atoms", "Reshape", rows.first(), shape);
        if (dueling) {
            List<String> parts = List.of("atoms.advantages", "atoms.value");
            graph.split(parts, "atoms.counts", outputs, count, 1);
            String allowed =
                    mask == null ? null : graph.node("atoms.mask", "Unsqueeze", mask, graph.integers("atoms.axis", 2));
            String over = graph.node("atoms.over", "Sub", parts.get(0), mean(parts.get(0), allowed));
            outputs = graph.node("atoms.dueling", "Add", over, parts.get(1));
        }
        if (distribution.distributional() == ValueDistribution.Kind.CATEGORICAL) {
            float[] support = new float[atoms];
            for (int i = 0; i < atoms; i++) {
                support[i] = (float) (atoms * distribution.support(i)); // the mean below is over the atoms
            }
            String shares = graph.node("atoms.shares", "Softmax", List.of(outputs), Attribute.of("axis", 2));
            outputs = graph.node("atoms.returns", "Mul", shares, graph.floats("atoms.support", support));
        }
        return graph.mean("atoms.means", outputs, 2, 0);
    }

    /** Adds the mean of the allowed advantages. */
    private String mean(String advantages, String mask) {
        if (mask == null) {
            return graph.mean("advantage.mean", advantages, 1, 1);
        }
        String axis = graph.integers("advantage.axis", 1);
        String allowed = graph.node("advantage.allowed", "Mul", advantages, mask);
        String sum = graph.node("advantage.sum", "ReduceSum", allowed, axis);
        String count = graph.node("advantage.count", "ReduceSum", mask, axis);
        return graph.node("advantage.mean", "Div", sum, count);
    }
}
