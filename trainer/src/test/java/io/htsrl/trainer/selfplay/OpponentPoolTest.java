package io.htsrl.trainer.selfplay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import io.htsrl.core.policy.Categorical;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.random.RandomStream;
import io.htsrl.policies.acting.Networks;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.storage.BankShape;
import io.htsrl.storage.StorageBank;
import io.htsrl.trainer.selfplay.OpponentConfig.Rule;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests members, and how often each is drawn. */
class OpponentPoolTest {
    private final Policy policy = Networks.create(
            new MlpConfig(List.of(2), Activation.TANH, false),
            ObservationSpace.floats(1),
            1,
            FirstHead.of(new Categorical(2)),
            Heads.ACTOR_CRITIC);
    private final float[] parameters = new float[policy.parameterCount()];

    private OpponentPool pool(OpponentConfig config, int replicas) {
        return new OpponentPool(config, policy, 2, RandomStream.root(1), replicas, parameters);
    }

    private OpponentPool pool(Rule rule, int every, long intervals) {
        OpponentPool pool = pool(new OpponentConfig(rule, every), 0);
        for (long interval = 1; interval <= intervals; interval++) {
            pool.advance(interval, parameters, null);
        }
        return pool;
    }

    /** Numbers of draws by member, of 1000 that are spread evenly. */
    private static NavigableMap<Long, Integer> draws(OpponentPool pool) {
        NavigableMap<Long, Integer> draws = new TreeMap<>();
        for (int i = 0; i < 1000; i++) {
            draws.merge(pool.draw((i + 0.5) / 1000).id, 1, Integer::sum);
        }
        return draws;
    }

    @Test
    void shouldDrawTheNewestOrAnyMember() {
        assertEquals("{6=1000}", draws(pool(Rule.LATEST, 3, 8)).toString());
        assertEquals("{0=333, 3=334, 6=333}", draws(pool(Rule.UNIFORM, 3, 8)).toString());
    }

    @Test
    void shouldSayHowManyMembersItWillHave() {
        for (long intervals : new long[] {1, 8, 9, 92, 93, 94, 500}) {
            int members = draws(pool(Rule.UNIFORM, 3, intervals)).size();
            assertEquals(members, new OpponentConfig(Rule.UNIFORM, 3).members(intervals));
        }
        assertEquals(1, new OpponentConfig(Rule.LATEST, 3).members(500));
        assertEquals(0, OpponentConfig.NONE.members(500));
    }

    @Test
    void shouldKeepTheFirstMemberAndMoreOfTheRecentOnes() {
        NavigableMap<Long, Integer> draws = draws(pool(Rule.UNIFORM, 1, 10_000));
        assertEquals(OpponentPool.MOST, draws.size());
        assertEquals(0, draws.firstKey());
        assertEquals(10_000, draws.lastKey());
        for (long age = 10; age <= 1000; age *= 10) {
            int count = draws.subMap(10_000 - 10 * age, 10_000 - age).size();
            assertTrue(count >= 6 && count <= 12, age + ": " + draws.keySet());
        }
    }

    @Test
    void shouldPreferMembersThatWin() {
        OpponentPool pool = pool(Rule.PFSP, 1, 2);
        for (int game = 0; game < 500; game++) {
            pool.draw(0.01).count(1); // the learner always wins against member 0
            pool.draw(0.99).count(0.5); // and half of its games against the newest
        }
        pool.advance(2 + 1, parameters, null); // a new one, not played yet
        NavigableMap<Long, Integer> draws = draws(pool);
        assertTrue(!draws.containsKey(0L), draws::toString);
        assertEquals(draws.get(1L), draws.get(3L), 1, draws.toString()); // neither has been played
        assertEquals(draws.get(2L), draws.get(3L), 1, draws.toString()); // half of the games, as supposed of a new one
    }

    @Test
    void shouldDrawAnyMemberWhereItWinsAgainstAll() {
        OpponentPool pool = pool(Rule.PFSP, 1, 1);
        pool.draw(0.01).count(1);
        pool.draw(0.99).count(1);
        pool.advance(2, parameters, null);
        pool.draw(0.99).count(1);
        pool.advance(2 + 1, parameters, null);
        assertTrue(draws(pool).size() >= 1);
    }

    /** A bank of two replicas in which each episode of two steps ends with a return. */
    private static StorageBank filled(double... returns) {
        StorageBank bank = new StorageBank(new BankShape(2 * returns.length, 2, ObservationSpace.floats(1), 1, 1));
        StepResult result = new StepResult();
        for (int step = 0; step < 2 * returns.length; step++) {
            boolean ends = step % 2 == 1;
            result.set(ends ? returns[step / 2] - 2 : 2, ends, false);
            bank.storeResult(step, 0, result);
            bank.storeResult(step, 1, result);
        }
        return bank;
    }

    @Test
    void shouldCountTheResultsOfBanks() {
        OpponentPool lost = pool(new OpponentConfig(Rule.PFSP, 1), 2);
        lost.advance(1, parameters, filled(-1, -1)); // the weight of member 0 is 1 now, that of a new one 1/4
        assertEquals("{0=800, 1=200}", draws(lost).toString());
        OpponentPool drawn = pool(new OpponentConfig(Rule.PFSP, 1), 2);
        drawn.advance(1, parameters, filled(0, 0, 0));
        assertEquals("{0=500, 1=500}", draws(drawn).toString());
        OpponentPool won = pool(new OpponentConfig(Rule.PFSP, 1), 2);
        won.advance(1, parameters, filled(1));
        assertEquals("{1=1000}", draws(won).toString());
    }

    @Test
    void shouldKeepThoseThatPlayOnAndContinueFromItsSavedState() throws Exception {
        OpponentConfig latest = new OpponentConfig(Rule.LATEST, 1);
        OpponentPool pool = pool(latest, 2);
        pool.advance(1, parameters, filled()); // the first episodes go on against member 0
        pool.advance(2, parameters, filled());
        assertEquals("[2, 0]", Arrays.toString(pool.state().ids()));

        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        pool.save(new DataOutputStream(saved));
        OpponentPool restored = pool(latest, 2);
        restored.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        OpponentPool elsewhere = OpponentPool.empty(policy);
        elsewhere.load(pool.state());
        assertEquals("{2=1000}", draws(elsewhere).toString());

        for (OpponentPool each : List.of(pool, restored)) {
            each.advance(2 + 1, parameters, filled(1)); // which ends them
            assertEquals("[3, 2]", Arrays.toString(each.state().ids()));
        }
        elsewhere.load(pool.state());
        assertEquals("{3=1000}", draws(elsewhere).toString());
    }
}
