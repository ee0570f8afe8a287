package io.htsrl.replay;

import io.htsrl.core.error.ShownText;
import io.htsrl.replay.ReplayShard.ShardRows;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/**
 * A shard that serves another process: it executes {@link ShardRequest}s in their order. A repeated command is not
 * executed again. Every failure is an answer too; after a failed command it refuses all others, since its state is
 * unknown to the caller. One thread at a time.
 */
public final class ShardServer {
    private final ReplayConfig config;
    private final LocalShard shard;
    private final StepRows steps;
    private ReplayBatch batch;
    private ShardAnswer.Refused broken; // null while all commands were done

    /**
     * Creates an empty shard.
     *
     * @param whole  the whole memory's configuration
     * @param shards number of shards
     * @param shard  0 .. shards-1
     */
    public ShardServer(ReplayConfig whole, int shards, int shard) {
        this.config = whole.shard(shard, shards);
        this.shard = new LocalShard(config, PriorityScale.of(whole.ringLength() * whole.environments()));
        this.steps = new StepRows(config);
        this.batch = new ReplayBatch(1, config, 1);
    }

    /** Returns the bytes of the Java heap that such a shard takes when it is full. */
    public static long heapBytes(ReplayConfig whole, int shards, int shard) {
        ReplayConfig own = whole.shard(shard, shards);
        return own.heapBytes() + StepRows.bytes(own);
    }

    /** Executes a request. */
    public ShardAnswer serve(ShardRequest request) {
        if (broken != null) {
            return broken;
        }
        try {
            return done(request);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            ShardAnswer.Refused refused = new ShardAnswer.Refused(ShownText.reason(e));
            if (isCommand(request)) {
                broken = refused;
            }
            return refused;
        }
    }

    private static boolean isCommand(ShardRequest request) {
        return request instanceof ShardRequest.Insert
                || request instanceof ShardRequest.SetPriorities
                || request instanceof ShardRequest.Load;
    }

    private ShardAnswer done(ShardRequest request) throws IOException {
        if (request instanceof ShardRequest.Insert insert) {
            steps.readFrom(new DataInputStream(new ByteArrayInputStream(insert.steps())));
            shard.insert(insert.number(), steps, insert.greatest());
        } else if (request instanceof ShardRequest.SetPriorities set) {
            shard.setPriorities(set.number(), rows(set));
        } else if (request instanceof ShardRequest.Draw draw) {
            return drawn(draw);
        } else if (request instanceof ShardRequest.CopyLeaves copy) {
            long[] units = new long[copy.count()];
            shard.copyLeaves(copy.after(), copy.first(), copy.spacing(), copy.count(), units, 0);
            return new ShardAnswer.Leaves(units);
        } else if (request instanceof ShardRequest.Save save) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            shard.save(save.section(), new DataOutputStream(bytes));
            return new ShardAnswer.Saved(bytes.toByteArray());
        } else if (request instanceof ShardRequest.Load load) {
            shard.load(load.section(), new DataInputStream(new ByteArrayInputStream(load.bytes())));
        }
        return state();
    }

    private ShardAnswer state() {
        return shard.state(shard.applied());
    }

    private static ShardRows rows(ShardRequest.SetPriorities set) {
        ShardRows rows = new ShardRows(set.leaves().length);
        for (int i = 0; i < set.leaves().length; i++) {
            rows.add(i, 0);
            rows.leaves[i] = set.leaves()[i];
            rows.positions[i] = set.positions()[i];
            rows.units[i] = set.units()[i];
        }
        return rows;
    }

    private ShardAnswer drawn(ShardRequest.Draw draw) throws IOException {
        int count = draw.points().length;
        if (batch.size() < count) {
            batch = new ReplayBatch(count, config, 1);
        }
        ShardRows rows = new ShardRows(count);
        for (int row = 0; row < count; row++) {
            rows.add(row, draw.points()[row]);
        }
        shard.draw(draw.after(), rows, batch);
        ByteArrayOutputStream transitions = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(transitions);
        for (int row = 0; row < count; row++) {
            batch.writeRow(row, out);
        }
        return new ShardAnswer.Rows(rows.leaves, rows.positions, rows.units, transitions.toByteArray());
    }
}
