package io.htsrl.trainer.selfplay;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.ObservationBatch;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.state.RawArrays;
import io.htsrl.trainer.selfplay.OpponentPool.Member;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Members of a pool as opponents. Each agent's member is drawn per episode. Actions are sampled as the learner's: a
 * greedy opponent would play one game again and again. Output rows are stable, and draws are a function of the
 * episode's seed, agent and step, so no thread or batch changes a bit. Thread rule of {@link Opponents}.
 */
final class PastOpponents implements Opponents {
    private final OpponentPool pool;
    private final ActionHead head;
    private final Policy.Forward forward;
    private final ObservationBatch batch = new ObservationBatch(1);
    private final float[] output;
    private final int[] outputOffset = {0};
    private final int memorySize;
    private final float[] memories; // of each agent
    private final float[] chosen;
    private final boolean[] begins;
    private Member[] members; // null for the learner's seat
    private final ActionSelector[] selectors;
    private final RandomStream[] streams;

    PastOpponents(
            Agents agents, OpponentPool pool, Policy policy, ActionHead head, Supplier<ActionSelector> selectors) {
        int count = agents.count();
        this.pool = pool;
        this.head = head;
        this.forward = policy.newForward();
        this.output = new float[policy.rowWidth()];
        this.memorySize = policy.memorySize();
        this.memories = new float[count * memorySize];
        this.chosen = new float[head.actionWidth()];
        this.begins = new boolean[count];
        this.members = new Member[count];
        this.selectors = new ActionSelector[count];
        Arrays.setAll(this.selectors, agent -> selectors.get());
        this.streams = new RandomStream[count];
    }

    @Override
    public void begin(int seat, RandomStream draws) {
        RandomStream actions = draws.spawn("action");
        members = pool.draw(seat, draws, members.length);
        for (int agent = 0; agent < members.length; agent++) {
            streams[agent] = actions.spawn(agent);
            beginAgain(agent);
        }
    }

    @Override
    public void beginAgain(int agent) {
        begins[agent] = true;
        selectors[agent].beginEpisode();
    }

    @Override
    public void act(int agent, float[] rows, int offset, long ply, float[] actions, int to) {
        batch.over(rows);
        batch.states(memorySize == 0 ? null : memories);
        batch.add(offset);
        batch.state(begins[agent] ? ObservationBatch.EMPTY : agent * memorySize);
        forward.forward(members[agent].snapshot, batch, output, outputOffset);
        System.arraycopy(output, output.length - memorySize, memories, agent * memorySize, memorySize);
        begins[agent] = false;
        selectors[agent].select(output, 0, streams[agent], ply, chosen, 0);
        head.toEnvironment(chosen, 0, actions, to);
    }

    @Override
    public void save(DataOutput out) throws IOException {
        OpponentPool.write(members, out);
        for (int agent = 0; agent < members.length; agent++) {
            out.writeBoolean(begins[agent]);
            selectors[agent].save(out);
        }
        RawArrays.write(out, memories);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        pool.read(members, in);
        for (int agent = 0; agent < members.length; agent++) {
            begins[agent] = in.readBoolean();
            selectors[agent].restore(in);
        }
        RawArrays.read(in, memories);
    }
}
