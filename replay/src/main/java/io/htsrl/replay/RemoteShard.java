package io.htsrl.replay;

import io.htsrl.core.state.Bulk.BulkOutput;
import io.htsrl.replay.MemoryParts.Part;
import io.htsrl.replay.ReplayShard.ShardRows;
import io.htsrl.replay.wire.RequestPipeline;
import io.htsrl.replay.wire.ShardAnswer;
import io.htsrl.replay.wire.ShardChannel;
import io.htsrl.replay.wire.ShardRequest;
import io.htsrl.replay.wire.ShardRequest.StateSection;
import io.htsrl.replay.wire.ShardRequest.StateSection.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A shard in another process, at the other end of a {@link ShardChannel}. Commands are sent without waiting. The answer
 * to the last one has the whole state that questions need, so any number of commands takes one round trip, and a draw
 * one more. Thread rule of {@link ReplayShard}.
 */
final class RemoteShard implements ReplayShard {
    /** Approximate bytes of a section of a checkpoint. */
    private static final int SECTION = 1 << 20;

    private final ReplayConfig config;
    private final ShardChannel channel;
    private volatile CompletableFuture<ShardAnswer> last; // answer to the last command

    /** @param config for its environments alone */
    RemoteShard(ReplayConfig config, ShardChannel channel) {
        this.config = config;
        this.channel = channel;
        this.last = channel.ask(new ShardRequest.Ask());
    }

    @Override
    public ShardAnswer.State state(long after) {
        ShardAnswer.State state = RequestPipeline.await(last, ShardAnswer.State.class);
        if (state.applied() != after) {
            throw new IllegalStateException("a question after command " + after + " to a replay shard that has applied "
                    + state.applied() + " of them");
        }
        return state;
    }

    // ---- commands ----

    @Override
    public boolean insert(long number, StepRows steps, long greatest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            steps.writeTo(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no such faults", e);
        }
        last = channel.ask(new ShardRequest.Insert(number, greatest, bytes.toByteArray()));
        return true;
    }

    @Override
    public boolean setPriorities(long number, ShardRows rows) {
        last = channel.ask(new ShardRequest.SetPriorities(
                number,
                Arrays.copyOf(rows.leaves, rows.count()),
                Arrays.copyOf(rows.positions, rows.count()),
                Arrays.copyOf(rows.units, rows.count())));
        return true;
    }

    // ---- questions ----

    @Override
    public void draw(long after, ShardRows rows, ReplayBatch batch) {
        rows.answer = channel.ask(new ShardRequest.Draw(after, Arrays.copyOf(rows.points, rows.count())));
    }

    @Override
    public void await(ShardRows rows, ReplayBatch batch) {
        ShardAnswer.Rows come = RequestPipeline.await(rows.answer, ShardAnswer.Rows.class);
        rows.answer = null;
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(come.transitions()));
        try {
            for (int i = 0; i < rows.count(); i++) {
                int row = rows.rows[i];
                batch.readRow(row, in);
                rows.leaves[i] = come.leaves()[i];
                batch.positions[row] = rows.positions[i] = come.positions()[i];
                batch.units[row] = rows.units[i] = come.units()[i];
            }
        } catch (IOException e) {
            throw new UncheckedIOException("rows of a replay shard are cut off", e);
        }
    }

    @Override
    public void copyLeaves(long after, int first, int spacing, int count, long[] to, int offset) {
        RequestPipeline<ShardAnswer.Leaves> asked = new RequestPipeline<>(channel, ShardAnswer.Leaves.class);
        int most = SECTION / Long.BYTES;
        try {
            for (int done = 0; done < count; done += most) {
                int at = offset + done;
                int some = Math.min(most, count - done);
                asked.ask(
                        new ShardRequest.CopyLeaves(after, first + done * spacing, spacing, some),
                        leaves -> System.arraycopy(leaves.units(), 0, to, at, some));
            }
            asked.finish();
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no such faults", e);
        }
    }

    // ---- saving ----

    @Override
    public void save(Part part, DataOutput out) throws IOException {
        RequestPipeline<ShardAnswer.Saved> asked = new RequestPipeline<>(channel, ShardAnswer.Saved.class);
        switch (part) {
            case STEPS -> {
                for (int environment = 0; environment < config.environments(); environment++) {
                    long[] head = new long[1];
                    save(asked, new StateSection(Kind.STEPS, environment, 0, 0), bytes -> {
                        out.write(bytes);
                        head[0] = ByteBuffer.wrap(bytes).getLong();
                    });
                    asked.finish(); // the answer has the number of frames
                    save(
                            asked,
                            frames(environment, used(head[0])),
                            config.frameSpace().bytes(),
                            out);
                }
            }
            case EPISODES -> save(asked, StateSection.of(Kind.EPISODES), out::write);
            case PENDING -> save(asked, StateSection.of(Kind.PENDING), out::write);
            case PRIORITIES -> save(asked, leaves(), Long.BYTES, out);
        }
        asked.finish();
    }

    /** Saves sections of rows; rows that are only counted are not fetched. */
    private void save(RequestPipeline<ShardAnswer.Saved> asked, List<StateSection> sections, long each, DataOutput out)
            throws IOException {
        for (StateSection section : sections) {
            long bytes = (section.to() - section.from()) * each;
            if (!(out instanceof BulkOutput bulk && bulk.leavesOut(bytes))) {
                save(asked, section, out::write);
            }
        }
    }

    private interface Writing {
        void write(byte[] bytes) throws IOException;
    }

    private static void save(RequestPipeline<ShardAnswer.Saved> asked, StateSection section, Writing to)
            throws IOException {
        asked.ask(new ShardRequest.Save(section), saved -> to.write(saved.bytes()));
    }

    @Override
    public void load(Part part, DataInput in) throws IOException {
        RequestPipeline<ShardAnswer.State> asked = new RequestPipeline<>(channel, ShardAnswer.State.class);
        switch (part) {
            case STEPS -> {
                for (int environment = 0; environment < config.environments(); environment++) {
                    long head = in.readLong();
                    int used = used(head);
                    int each = config.actionWidth() * Float.BYTES + Float.BYTES + 1;
                    byte[] steps = new byte[Math.addExact(Long.BYTES, Math.multiplyExact(used, each))];
                    ByteBuffer.wrap(steps).putLong(head);
                    in.readFully(steps, Long.BYTES, steps.length - Long.BYTES);
                    load(asked, new StateSection(Kind.STEPS, environment, 0, 0), steps);
                    for (StateSection frames : frames(environment, used)) {
                        load(asked, frames, in, config.frameSpace().bytes());
                    }
                }
            }
            case EPISODES -> load(asked, StateSection.of(Kind.EPISODES), in, config.environments() * (Long.BYTES + 1L));
            case PENDING ->
                load(
                        asked,
                        StateSection.of(Kind.PENDING),
                        in,
                        (long) config.environments() * config.nStep() * Long.BYTES);
            case PRIORITIES -> {
                for (StateSection leaves : leaves()) {
                    load(asked, leaves, in, Long.BYTES);
                }
            }
        }
        asked.finish();
    }

    /** @param each bytes of one of its rows */
    private void load(RequestPipeline<ShardAnswer.State> asked, StateSection section, DataInput in, long each)
            throws IOException {
        byte[] bytes = new byte[Math.toIntExact(Math.max(1, section.to() - section.from()) * each)];
        in.readFully(bytes);
        load(asked, section, bytes);
    }

    private void load(RequestPipeline<ShardAnswer.State> asked, StateSection section, byte[] bytes) throws IOException {
        asked.ask(new ShardRequest.Load(section, bytes), state -> {});
        last = asked.newest();
    }

    /** Returns the number of used places of an environment. */
    private int used(long head) throws IOException {
        if (head < 0) {
            throw new IOException("an environment of a replay memory cannot have " + head + " steps");
        }
        return (int) Math.min(config.ringLength(), head);
    }

    private List<StateSection> frames(int environment, int used) {
        return sections(Kind.FRAMES, environment, used, config.frameSpace().bytes());
    }

    private List<StateSection> leaves() {
        return sections(Kind.LEAVES, 0, config.ringLength() * config.environments(), Long.BYTES);
    }

    private static List<StateSection> sections(Kind kind, int environment, int rows, long each) {
        int most = (int) Math.max(1, SECTION / each);
        List<StateSection> sections = new ArrayList<>();
        for (int from = 0; from < rows; from += most) {
            sections.add(new StateSection(kind, environment, from, Math.min(rows, from + most)));
        }
        return sections;
    }
}
