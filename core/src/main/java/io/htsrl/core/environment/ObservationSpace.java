package io.htsrl.core.environment;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The shape and kind of an environment's observations, {@code [height][width]...} in row-major order. Immutable. Images
 * stay bytes from the environment to the network: {@link Kind#UINT8} rows are stored unchanged. Two spaces are equal if
 * their observations have the same kind, shape, mask and policies, whatever they mean.
 *
 * <p>An observation may consist of named {@link #parts}, one after the other in its row.
 *
 * <p>A mask of allowed actions is part of an observation: it follows the shape's elements in the same row, an element
 * for each action of each choice, 1 where the action is allowed and 0 where it is not.
 *
 * <p>Where agents have different {@linkplain #policies policies}, one element between the shape's and the mask is the
 * index of the policy that acts on the observation.
 */
public final class ObservationSpace {

    /** Storage type of an observation's elements. */
    public enum Kind {
        FLOAT32,
        UINT8
    }

    private final Kind kind;
    private final int[] shape;
    private final int size;
    private final int[] choices;
    private final int[] masked;
    private final int mask;
    private final List<ObservationPart> parts;
    private final List<String> policies;
    private final List<Agents.Spaces> spaces;
    private final GoalReward.Goals goals; // null without

    private ObservationSpace(Kind kind, int[] shape, int[] choices, List<ObservationPart> parts) {
        this(kind, shape, choices, new int[0], parts, List.of(), List.of(), null);
    }

    private ObservationSpace(
            Kind kind,
            int[] shape,
            int[] choices,
            int[] masked,
            List<ObservationPart> parts,
            List<String> policies,
            List<Agents.Spaces> spaces,
            GoalReward reward) {
        int elements = 1;
        for (int extent : shape) {
            if (extent < 1) {
                throw new IllegalArgumentException(
                        "observation shape " + Arrays.toString(shape) + " must have extents of at least 1");
            }
            elements = Math.multiplyExact(elements, extent);
        }
        this.kind = kind;
        this.shape = shape.clone();
        this.mask = Arrays.stream(masked).reduce(0, Math::addExact);
        this.policies = policies;
        this.spaces = spaces;
        this.size = Math.addExact(Math.addExact(elements, policies.isEmpty() ? 0 : 1), mask);
        this.choices = choices.clone();
        this.masked = masked.clone();
        this.parts = parts;
        this.goals = reward == null ? null : GoalReward.Goals.of(this, reward);
    }

    /** Returns a space of 32-bit floats. */
    public static ObservationSpace floats(int... shape) {
        return new ObservationSpace(Kind.FLOAT32, shape, new int[0], List.of());
    }

    /**
     * Returns a space of images in unsigned bytes; networks divide them by 255. Use {@link #floats} for other bytes.
     */
    public static ObservationSpace bytes(int... shape) {
        return new ObservationSpace(Kind.UINT8, shape, new int[0], List.of());
    }

    /**
     * Returns a space of one-hot vectors, one after the other: vector {@code i} has {@code counts[i]} floats, 1 for the
     * current choice and 0 for all others.
     */
    public static ObservationSpace oneHot(int... counts) {
        int elements = 0;
        for (int count : counts) {
            elements = Math.addExact(elements, count);
        }
        ObservationSpace space = new ObservationSpace(Kind.FLOAT32, new int[] {elements}, counts, List.of());
        if (Arrays.stream(counts).anyMatch(count -> count < 1)) {
            throw new IllegalArgumentException(
                    "one-hot observations of " + Arrays.toString(counts) + " must have counts of at least 1");
        }
        return space;
    }

    /**
     * Returns a space of named parts, one after the other in rows of floats; the offsets of {@code parts} are ignored.
     *
     * @throws IllegalArgumentException when none exist, or two have one name
     */
    public static ObservationSpace of(List<ObservationPart> parts) {
        return of(Kind.FLOAT32, parts);
    }

    /** Returns a space of named parts; in rows of {@link Kind#UINT8} all of them are images. */
    public static ObservationSpace of(Kind kind, List<ObservationPart> parts) {
        List<ObservationPart> placed = new ArrayList<>();
        int end = 0;
        for (ObservationPart part : parts) {
            placed.add(part.at(end));
            end = Math.addExact(end, part.size());
        }
        if (parts.stream().map(ObservationPart::name).distinct().count() != parts.size()) {
            throw new IllegalArgumentException("the parts " + parts + " must have different names");
        }
        return new ObservationSpace(kind, new int[] {end}, new int[0], List.copyOf(placed));
    }

    /**
     * Returns this space with a mask of allowed actions; {@link #allow} writes it.
     *
     * @throws IllegalArgumentException for continuous actions
     */
    public ObservationSpace withMask(ActionSpace actions) {
        if (actions.choices().length == 0) {
            throw new IllegalArgumentException("a mask must allow discrete actions, and these are " + actions);
        }
        return new ObservationSpace(kind, shape, choices, actions.choices(), parts, policies, spaces, goalReward());
    }

    /**
     * Returns this space for agents with different policies, which have it all.
     *
     * @throws IllegalArgumentException for rows of bytes
     */
    public ObservationSpace withPolicies(List<String> names) {
        return withPolicies(names, List.of());
    }

    /**
     * Returns this space for agents with different policies.
     *
     * @param newSpaces the spaces of each policy, for which rows of this one have room; empty where all have this one
     * @throws IllegalArgumentException for rows of bytes
     */
    public ObservationSpace withPolicies(List<String> names, List<Agents.Spaces> newSpaces) {
        if (kind != Kind.FLOAT32) {
            throw new IllegalArgumentException("observations of agents must be floats, and these are " + this);
        }
        return new ObservationSpace(
                kind, shape, choices, masked, parts, List.copyOf(names), List.copyOf(newSpaces), goalReward());
    }

    /**
     * Returns this space with goals, its parts {@value GoalReward#ACHIEVED} and {@value GoalReward#DESIRED}.
     *
     * @throws IllegalArgumentException when it has no such parts of equal sizes in rows of floats
     */
    public ObservationSpace withGoals(GoalReward reward) {
        return new ObservationSpace(kind, shape, choices, masked, parts, policies, spaces, reward);
    }

    /** Returns the goals of a goal environment; empty for all others. */
    public Optional<GoalReward.Goals> goals() {
        return Optional.ofNullable(goals);
    }

    private GoalReward goalReward() {
        return goals == null ? null : goals.reward();
    }

    /** Returns the names of the policies that act on observations, in the order of their indices; empty for one. */
    public List<String> policies() {
        return policies;
    }

    /** Returns the spaces of each policy where they differ; empty where all policies have this one. */
    public List<Agents.Spaces> spaces() {
        return spaces;
    }

    /** Returns this space without mask and policy: the part that networks read. */
    public ObservationSpace unmasked() {
        return new ObservationSpace(kind, shape, choices, new int[0], parts, List.of(), List.of(), goalReward());
    }

    /** Returns the number of elements at the end of a row that networks do not read: policy and mask. */
    public int unread() {
        return mask + (policies.isEmpty() ? 0 : 1);
    }

    /** Returns the number of elements of the mask, the last ones of a row; 0 without a mask. */
    public int mask() {
        return mask;
    }

    /** Returns whether the mask is one of these actions. */
    boolean masks(ActionSpace actions) {
        return Arrays.equals(masked, actions.choices());
    }

    /**
     * Writes whether an action is allowed after this observation. Every action needs a call for each observation.
     *
     * @param action index of the action; actions of later choices follow those of earlier ones
     */
    public void allow(ObservationSlot row, int action, boolean allowed) {
        int at = maskAt(row, action);
        if (row.floats() != null) {
            row.floats()[at] = allowed ? 1 : 0;
        } else {
            row.bytes()[at] = (byte) (allowed ? 1 : 0);
        }
    }

    /** Returns whether the mask of {@code row} allows an action. */
    public boolean allows(ObservationSlot row, int action) {
        int at = maskAt(row, action);
        return row.floats() != null ? row.floats()[at] != 0 : row.bytes()[at] != 0;
    }

    private int maskAt(ObservationSlot row, int action) {
        return row.offset() + size - mask + Objects.checkIndex(action, mask);
    }

    /** Returns whether the mask of {@code row} allows an action of each choice; true without a mask. */
    public boolean leavesChoice(ObservationSlot row) {
        int at = 0;
        for (int count : masked) {
            int end = at + count;
            while (at < end && !allows(row, at)) {
                at++;
            }
            if (at == end) {
                return false;
            }
            at = end;
        }
        return true;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns a copy of the counts given to {@link #oneHot}; empty for all other observations. */
    public int[] choices() {
        return choices.clone();
    }

    /** Returns the named parts, in the order of the row; empty for an observation that is one whole. */
    public List<ObservationPart> parts() {
        return parts;
    }

    /** Returns a copy of the extents. */
    public int[] shape() {
        return shape.clone();
    }

    /** Returns the number of elements of one observation: its shape's, its policy if any, then those of its mask. */
    public int size() {
        return size;
    }

    /** Returns the number of bytes of one stored observation. */
    public long bytes() {
        return (long) size * (kind == Kind.FLOAT32 ? Float.BYTES : 1);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObservationSpace that
                && kind == that.kind
                && Arrays.equals(shape, that.shape)
                && Arrays.equals(masked, that.masked)
                && policies.equals(that.policies)
                && spaces.equals(that.spaces);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + Arrays.hashCode(shape);
    }

    @Override
    public String toString() {
        String text = kind.name().toLowerCase(Locale.ROOT) + Arrays.toString(shape);
        String served = policies.isEmpty() ? text : text + ", policies " + String.join(", ", policies);
        return mask == 0 ? served : served + " and a mask of " + mask + " actions";
    }
}
