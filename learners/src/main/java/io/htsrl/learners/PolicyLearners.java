package io.htsrl.learners;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.state.Stateful;
import io.htsrl.core.state.StatefulParts;
import io.htsrl.policies.agents.SeparatePolicies;
import io.htsrl.policies.mask.MaskedPolicy;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.BitHasher;
import io.htsrl.storage.StorageBank;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A learner for each policy of agents that have different ones: it learns from the columns of its agents alone, with
 * settings, optimizer, statistics and random stream of its own. The learners run one after the other, in the order of
 * the policies. Metrics have the policy's name in front. One thread.
 */
public final class PolicyLearners implements Learner, StatefulParts {
    private static final String UPDATES = "updates";
    private static final String EPOCHS = "epochs";

    private final BankShape shape;
    private final List<Member> members = new ArrayList<>();

    /**
     * One policy's learner.
     *
     * @param from where its parameters begin
     * @param columns of its agents
     * @param bank copy of these
     * @param behaviour its part of the behaviour parameters
     * @param parameters its part of the parameters
     */
    private record Member(
            String name,
            int from,
            int[] columns,
            Learner learner,
            StorageBank bank,
            float[] behaviour,
            float[] parameters) {

        Map<String, Double> update(StorageBank all, float[] allBehaviour, float[] allParameters, long update) {
            for (int column = 0; column < columns.length; column++) {
                bank.copyColumn(all, columns[column], column);
            }
            System.arraycopy(allBehaviour, from, behaviour, 0, behaviour.length);
            System.arraycopy(allParameters, from, parameters, 0, parameters.length);
            Map<String, Double> metrics = learner.update(bank, behaviour, parameters, update);
            System.arraycopy(parameters, 0, allParameters, from, parameters.length);
            return metrics;
        }
    }

    /**
     * @param inputs of a learner of all policies, whose network has {@link SeparatePolicies}
     * @param policies index of each column's policy
     * @param maker creates the learner of a policy, by its name and its inputs
     */
    public PolicyLearners(
            LearnerInputs inputs, List<Integer> policies, BiFunction<String, LearnerInputs, Learner> maker) {
        shape = inputs.shape();
        List<SeparatePolicies.Part> parts =
                SeparatePolicies.of(inputs.policy()).orElseThrow().parts();
        for (int policy = 0; policy < parts.size(); policy++) {
            int index = policy;
            int[] columns = IntStream.range(0, shape.environments())
                    .filter(column -> policies.get(column) == index)
                    .toArray();
            members.add(member(parts.get(policy), columns, inputs, maker));
        }
    }

    private Member member(
            SeparatePolicies.Part part,
            int[] columns,
            LearnerInputs inputs,
            BiFunction<String, LearnerInputs, Learner> maker) {
        BankShape own = shape.withEnvironments(columns.length);
        ObservationSpace frame = shape.observationSpace();
        PolicyNetwork network =
                frame.mask() == 0 ? part.network() : new MaskedPolicy(part.network(), frame, shape.frameStack());
        int size = part.to() - part.from();
        return new Member(
                part.name(),
                part.from(),
                columns,
                maker.apply(part.name(), inputs.ofPolicy(own, network, part.name())),
                new StorageBank(own),
                new float[size],
                new float[size]);
    }

    @Override
    public Map<String, Double> update(StorageBank bank, float[] behaviour, float[] parameters, long update) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (Member member : members) {
            double share = member.columns.length / (double) shape.environments();
            member.update(bank, behaviour, parameters, update).forEach((name, value) -> {
                metrics.put(member.name + "." + name, value);
                if (name.equals(UPDATES) || name.equals(EPOCHS)) { // counts of the whole run
                    metrics.merge(name, name.equals(EPOCHS) ? share * value : value, Double::sum);
                }
            });
        }
        return metrics;
    }

    @Override
    public void digest(BitHasher hasher) {
        members.forEach(member -> member.learner.digest(hasher));
    }

    @Override
    public double[] somePriorities(int most) {
        return members.stream()
                .flatMapToDouble(member -> Arrays.stream(member.learner.somePriorities(most / members.size())))
                .toArray();
    }

    @Override
    public Map<String, float[]> estimates() {
        Map<String, float[]> all = new LinkedHashMap<>();
        for (Member member : members) {
            member.learner.estimates().forEach((name, own) -> {
                float[] values = all.computeIfAbsent(name, absent -> new float[shape.rows()]);
                for (int i = 0; i < own.length; i++) {
                    int column = member.columns[i % member.columns.length];
                    values[i / member.columns.length * shape.environments() + column] = own[i];
                }
            });
        }
        return all;
    }

    @Override
    public int layout() {
        return members.get(0).learner.layout();
    }

    @Override
    public List<Stateful> state() {
        return List.copyOf(members.stream().map(Member::learner).toList());
    }

    @Override
    public void close() {
        members.forEach(member -> member.learner.close());
    }
}
