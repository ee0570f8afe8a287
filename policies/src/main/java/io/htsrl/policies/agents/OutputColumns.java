package io.htsrl.policies.agents;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.policy.OutputRow;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Place of one policy's output row in rows that have room for the actions of all policies. Actions that it does not
 * have are {@link OutputRow#FORBIDDEN}; of a choice that it does not have, the first action alone is not, and is taken.
 * So heads give them no probability, no entropy and no gradient. Immutable, any thread.
 *
 * @param first first head of the policy's network, which repeats no units
 * @param columns of the policy's outputs in a wide row
 * @param row wide row without the policy's outputs
 */
record OutputColumns(FirstHead first, int[] columns, float[] row) {

    /** Copies the policy's outputs at {@code at} into a wide row, over {@code without}, the row without them. */
    void widen(float[] own, int at, float[] wide, int to, float[] without) {
        System.arraycopy(without, 0, wide, to, row.length);
        for (int i = 0; i < columns.length; i++) {
            wide[to + columns[i]] = own[at + i];
        }
    }

    /** Copies the policy's elements of a wide row. */
    void narrow(float[] wide, int at, float[] own, int to) {
        for (int i = 0; i < columns.length; i++) {
            own[to + i] = wide[at + columns[i]];
        }
    }

    /** Returns the columns of each policy of a run whose first head is {@code wide}; empty where all have the row. */
    static List<OutputColumns> of(ObservationSpace frame, FirstHead wide, Heads heads) {
        return frame.spaces().isEmpty()
                ? List.of()
                : frame.spaces().stream()
                        .map(own -> of(own, Agents.Spaces.widest(frame.spaces()).actions(), wide, heads))
                        .toList();
    }

    private static OutputColumns of(Agents.Spaces own, ActionSpace all, FirstHead wide, Heads heads) {
        int atoms = wide.atoms();
        int[] places = own.places(all);
        int count = all instanceof ActionSpace.Continuous
                ? all.width()
                : Arrays.stream(all.choices()).sum();
        int absent = count - places.length;
        FirstHead first = new FirstHead(
                wide.computed() - absent * atoms, 0, Math.max(0, wide.free() - absent), wide.start(), atoms);
        IntStream actions = Arrays.stream(places).flatMap(place -> IntStream.range(place * atoms, (place + 1) * atoms));
        IntStream others = IntStream.range(count * atoms, wide.computed()); // a distribution of a dueling state
        IntStream free = Arrays.stream(places, 0, first.free()).map(place -> wide.computed() + place);
        IntStream value = IntStream.range(wide.outputs(), heads.outputWidth(wide.outputs()));
        float[] row = new float[heads.outputWidth(wide.outputs())];
        Arrays.fill(row, 0, count * atoms, OutputRow.FORBIDDEN);
        for (int action : own.idle(all)) {
            row[action] = 0;
        }
        return new OutputColumns(
                first,
                Stream.of(actions, others, free, value)
                        .flatMapToInt(part -> part)
                        .toArray(),
                row);
    }
}
