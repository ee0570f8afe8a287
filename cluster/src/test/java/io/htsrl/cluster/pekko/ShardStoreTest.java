package io.htsrl.cluster.pekko;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.cluster.SmallRuns;
import io.htsrl.cluster.pekko.ShardsActor.ShardStore;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardRequest;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ShardStoreTest {
    private static final byte[] ASK = ShardRequest.CODEC.encode(new ShardRequest.Ask());

    private static String refusal(byte[] answer) throws IOException {
        return assertInstanceOf(ShardAnswer.Refused.class, ShardAnswer.CODEC.decode(answer))
                .why();
    }

    @Test
    void shouldHoldWhatFitsAndSayWhatDoesNot() throws IOException {
        ShardStore held = new ShardStore(SmallRuns.config("dqn", "CartPole-v1", 1), 15_000);

        assertInstanceOf(ShardAnswer.State.class, ShardAnswer.CODEC.decode(held.serve(4, 1, ASK)));
        assertInstanceOf(ShardAnswer.State.class, ShardAnswer.CODEC.decode(held.serve(4, 1, ASK)), "the same one");
        String why = refusal(held.serve(2, 0, ASK));

        assertTrue(why.contains("2 shards of the replay memory need"), why);
        assertTrue(why.contains("HTS_JAVA_OPTS=-Xmx1g"), why);
    }

    @Test
    void shouldAnswerWhateverComes() throws IOException {
        ShardStore held = new ShardStore(SmallRuns.config("dqn", "CartPole-v1", 1), 1e9);

        assertTrue(refusal(held.serve(2, 2, ASK)).contains("no shard 2 of 2"));
        assertTrue(refusal(held.serve(99, 0, ASK)).contains("no shard 0 of 99"), "more than environments");
        assertTrue(refusal(held.serve(2, 0, new byte[] {77})).contains("no request to a replay shard is of kind 77"));
        assertInstanceOf(ShardAnswer.State.class, ShardAnswer.CODEC.decode(held.serve(2, 0, ASK)), "and goes on");
        ShardStore without = new ShardStore(SmallRuns.config("a2c", "CartPole-v1", 1), 1e9);
        assertTrue(refusal(without.serve(1, 0, ASK)).contains("has no replay memory"));
    }
}
