package io.htsrl.replay.wire;

import io.htsrl.core.state.Bulk;
import io.htsrl.replay.wire.ShardAnswer.Leaves;
import io.htsrl.replay.wire.ShardAnswer.Refused;
import io.htsrl.replay.wire.ShardAnswer.Rows;
import io.htsrl.replay.wire.ShardAnswer.Saved;
import io.htsrl.replay.wire.ShardAnswer.State;
import io.htsrl.replay.wire.ShardRequest.Ask;
import io.htsrl.replay.wire.ShardRequest.CopyLeaves;
import io.htsrl.replay.wire.ShardRequest.Draw;
import io.htsrl.replay.wire.ShardRequest.Insert;
import io.htsrl.replay.wire.ShardRequest.Load;
import io.htsrl.replay.wire.ShardRequest.Save;
import io.htsrl.replay.wire.ShardRequest.SetPriorities;
import io.htsrl.replay.wire.ShardRequest.StateSection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Requests and answers as bytes and back. Pure functions. */
public final class ShardCodec {
    private static final byte ASK = 1;
    private static final byte INSERT = 2;
    private static final byte SET_PRIORITIES = 3;
    private static final byte DRAW = 4;
    private static final byte COPY_LEAVES = 5;
    private static final byte SAVE = 6;
    private static final byte LOAD = 7;

    private static final byte STATE = 1;
    private static final byte ROWS = 2;
    private static final byte LEAVES = 3;
    private static final byte SAVED = 4;
    private static final byte REFUSED = 5;

    private ShardCodec() {}

    /** Writes into memory, which has no such faults as streams have. */
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    private interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    private static byte[] written(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no such faults", e);
        }
        return bytes.toByteArray();
    }

    private static <T> T read(byte[] bytes, Reading<T> reading) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        T read = reading.from(in);
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes follow a message to or from a replay shard");
        }
        return read;
    }

    // ---- requests ----

    public static byte[] encode(ShardRequest request) {
        return written(out -> write(request, out));
    }

    private static void write(ShardRequest request, DataOutputStream out) throws IOException {
        if (request instanceof Ask) {
            out.writeByte(ASK);
        } else if (request instanceof Insert insert) {
            out.writeByte(INSERT);
            out.writeLong(insert.number());
            out.writeLong(insert.greatest());
            bytes(out, insert.steps());
        } else if (request instanceof SetPriorities set) {
            out.writeByte(SET_PRIORITIES);
            out.writeLong(set.number());
            ints(out, set.leaves());
            longs(out, set.positions());
            longs(out, set.units());
        } else if (request instanceof Draw draw) {
            out.writeByte(DRAW);
            out.writeLong(draw.after());
            longs(out, draw.points());
        } else if (request instanceof CopyLeaves copy) {
            out.writeByte(COPY_LEAVES);
            out.writeLong(copy.after());
            out.writeInt(copy.first());
            out.writeInt(copy.spacing());
            out.writeInt(copy.count());
        } else if (request instanceof Save save) {
            out.writeByte(SAVE);
            section(out, save.section());
        } else if (request instanceof Load load) {
            out.writeByte(LOAD);
            section(out, load.section());
            bytes(out, load.bytes());
        }
    }

    /** @throws IOException when these are the bytes of no request */
    public static ShardRequest request(byte[] bytes) throws IOException {
        return read(bytes, in -> {
            byte kind = in.readByte();
            return switch (kind) {
                case ASK -> new Ask();
                case INSERT -> new Insert(in.readLong(), in.readLong(), bytes(in));
                case SET_PRIORITIES -> new SetPriorities(in.readLong(), ints(in), longs(in), longs(in));
                case DRAW -> new Draw(in.readLong(), longs(in));
                case COPY_LEAVES -> new CopyLeaves(in.readLong(), in.readInt(), in.readInt(), in.readInt());
                case SAVE -> new Save(section(in));
                case LOAD -> new Load(section(in), bytes(in));
                default -> throw new IOException("there is no request of kind " + kind + " to a replay shard");
            };
        });
    }

    // ---- answers ----

    public static byte[] encode(ShardAnswer answer) {
        return written(out -> write(answer, out));
    }

    private static void write(ShardAnswer answer, DataOutputStream out) throws IOException {
        if (answer instanceof State state) {
            out.writeByte(STATE);
            out.writeLong(state.applied());
            out.writeLong(state.total());
            out.writeInt(state.size());
            out.writeInt(state.drawn());
            out.writeLong(state.greatest());
        } else if (answer instanceof Rows rows) {
            out.writeByte(ROWS);
            ints(out, rows.leaves());
            longs(out, rows.positions());
            longs(out, rows.units());
            bytes(out, rows.transitions());
        } else if (answer instanceof Leaves leaves) {
            out.writeByte(LEAVES);
            longs(out, leaves.units());
        } else if (answer instanceof Saved saved) {
            out.writeByte(SAVED);
            bytes(out, saved.bytes());
        } else if (answer instanceof Refused refused) {
            out.writeByte(REFUSED);
            bytes(out, refused.why().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** @throws IOException when these are the bytes of no answer */
    public static ShardAnswer answer(byte[] bytes) throws IOException {
        return read(bytes, in -> {
            byte kind = in.readByte();
            return switch (kind) {
                case STATE -> new State(in.readLong(), in.readLong(), in.readInt(), in.readInt(), in.readLong());
                case ROWS -> new Rows(ints(in), longs(in), longs(in), bytes(in));
                case LEAVES -> new Leaves(longs(in));
                case SAVED -> new Saved(bytes(in));
                case REFUSED -> new Refused(new String(bytes(in), StandardCharsets.UTF_8));
                default -> throw new IOException("there is no answer of kind " + kind + " of a replay shard");
            };
        });
    }

    // ---- what both consist of ----

    private static void section(DataOutputStream out, StateSection section) throws IOException {
        out.writeByte(section.kind().ordinal());
        out.writeInt(section.environment());
        out.writeInt(section.from());
        out.writeInt(section.to());
    }

    private static StateSection section(DataInputStream in) throws IOException {
        StateSection.Kind[] kinds = StateSection.Kind.values();
        int kind = in.readUnsignedByte();
        if (kind >= kinds.length) {
            throw new IOException("there is no section of kind " + kind + " of a replay shard");
        }
        return new StateSection(kinds[kind], in.readInt(), in.readInt(), in.readInt());
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] bytes(DataInputStream in) throws IOException {
        return in.readNBytes(length(in, 1));
    }

    private static void ints(DataOutputStream out, int[] values) throws IOException {
        out.writeInt(values.length);
        Bulk.write(out, values);
    }

    private static int[] ints(DataInputStream in) throws IOException {
        int[] values = new int[length(in, Integer.BYTES)];
        Bulk.read(in, values, 0, values.length);
        return values;
    }

    private static void longs(DataOutputStream out, long[] values) throws IOException {
        out.writeInt(values.length);
        Bulk.write(out, values);
    }

    private static long[] longs(DataInputStream in) throws IOException {
        long[] values = new long[length(in, Long.BYTES)];
        Bulk.read(in, values, 0, values.length);
        return values;
    }

    /** Of what follows, which must be there: nobody makes us reserve memory by a number. */
    private static int length(DataInputStream in, int each) throws IOException {
        int length = in.readInt();
        if (length < 0 || (long) length * each > in.available()) {
            throw new IOException(
                    "a message to or from a replay shard is cut off: " + length + " values were announced");
        }
        return length;
    }
}
