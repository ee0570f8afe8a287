package io.htsrl.replay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.error.RunFailedException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestPipelineTest {
    @Test
    void shouldShowARefusalEscaped() {
        ShardAnswer refused = new ShardAnswer.Refused("\033[2J\nno room");

        String message = assertThrows(
                        RunFailedException.class,
                        () -> RequestPipeline.await(
                                CompletableFuture.completedFuture(refused), ShardAnswer.State.class))
                .getMessage();

        assertEquals("a shard of the replay memory cannot go on: \\u001b[2J\\u000ano room", message);
    }
}
