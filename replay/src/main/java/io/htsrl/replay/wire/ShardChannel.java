package io.htsrl.replay.wire;

import java.util.concurrent.CompletableFuture;

/** The connection to one shard in another process. Any thread; requests of one thread arrive in their order. */
@FunctionalInterface
public interface ShardChannel {

    /**
     * Sends a request.
     *
     * @return the future answer: completed exceptionally with a {@link io.htsrl.core.error.RunFailedException} when the
     *     shard is lost, cancelled when the run is aborted; always completed
     */
    CompletableFuture<ShardAnswer> ask(ShardRequest request);
}
