package io.htsrl.cluster.wire;

import io.htsrl.cluster.columns.ColumnResult;
import io.htsrl.cluster.columns.ColumnUnit;
import io.htsrl.core.state.Bulk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Parcels as bytes and back. Pure functions. */
public final class ParcelCodec {
    private static final byte POLICY = 1;
    private static final byte WORK = 2;
    private static final byte FULL = 3;
    private static final byte MISSING = 4;
    private static final byte FAILED = 5;
    private static final byte LANE = 16;
    private static final byte OF_SHARD = 17;
    private static final byte PLAN = 40;
    private static final byte WANT = 41;
    private static final int NONE = -1;

    private ParcelCodec() {}

    public static byte[] encode(Parcel parcel) {
        int about = parcel instanceof Parcel.Lane lane ? lane.bytes().length + 8 : 32; // which may be megabytes
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(about);
        try {
            write(parcel, new DataOutputStream(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException("memory has no such faults", e);
        }
        return bytes.toByteArray();
    }

    private static void write(Parcel parcel, DataOutputStream out) throws IOException {
        if (parcel instanceof Parcel.Policy policy) {
            out.writeByte(POLICY);
            out.writeLong(policy.version());
            out.writeInt(policy.parameters().length);
            Bulk.write(out, policy.parameters(), 0, policy.parameters().length);
        } else if (parcel instanceof Parcel.Work work) {
            out.writeByte(WORK);
            write(work.unit(), out);
        } else if (parcel instanceof Parcel.Full full) {
            out.writeByte(FULL);
            ColumnResult result = full.result();
            out.writeLong(result.interval());
            out.writeInt(result.attempt());
            out.writeInt(result.environment());
            bytes(out, result.column());
            bytes(out, result.end());
        } else if (parcel instanceof Parcel.Missing missing) {
            out.writeByte(MISSING);
            out.writeLong(missing.interval());
            out.writeInt(missing.attempt());
        } else if (parcel instanceof Parcel.Failed failed) {
            out.writeByte(FAILED);
            out.writeLong(failed.interval());
            out.writeInt(failed.attempt());
            bytes(out, failed.message().getBytes(StandardCharsets.UTF_8));
        } else if (parcel instanceof Parcel.Lane lane) {
            out.writeByte(LANE);
            bytes(out, lane.bytes());
        } else if (parcel instanceof Parcel.OfShard shard) {
            out.writeByte(OF_SHARD);
            out.writeInt(shard.shards());
            out.writeInt(shard.shard());
            out.writeLong(shard.number());
            bytes(out, shard.bytes());
        } else {
            writeOfTree(parcel, out);
        }
    }

    private static void writeOfTree(Parcel parcel, DataOutputStream out) throws IOException {
        if (parcel instanceof Parcel.Plan plan) {
            out.writeByte(PLAN);
            out.writeLong(plan.version());
            bytes(out, plan.digest());
            out.writeInt(plan.children().size());
            for (Parcel.Child child : plan.children()) {
                bytes(out, child.address().getBytes(StandardCharsets.UTF_8));
                out.writeLong(child.session());
            }
        } else if (parcel instanceof Parcel.Want want) {
            out.writeByte(WANT);
            out.writeLong(want.version());
        }
    }

    private static void write(ColumnUnit unit, DataOutputStream out) throws IOException {
        out.writeLong(unit.interval());
        out.writeLong(unit.version());
        out.writeInt(unit.attempt());
        out.writeInt(unit.from());
        out.writeInt(unit.to());
        for (byte[] start : unit.starts()) {
            if (start == null) {
                out.writeInt(NONE);
            } else {
                bytes(out, start);
            }
        }
    }

    /** @throws IOException when these are the bytes of no parcel */
    public static Parcel decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        Parcel parcel = read(in);
        if (in.available() > 0) {
            throw new IOException(in.available() + " bytes follow a parcel");
        }
        return parcel;
    }

    private static Parcel read(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        return switch (kind) {
            case POLICY -> policy(in);
            case WORK -> new Parcel.Work(unit(in));
            case FULL ->
                new Parcel.Full(new ColumnResult(in.readLong(), in.readInt(), in.readInt(), needed(in), needed(in)));
            case MISSING -> new Parcel.Missing(in.readLong(), in.readInt());
            case FAILED ->
                new Parcel.Failed(in.readLong(), in.readInt(), new String(needed(in), StandardCharsets.UTF_8));
            case LANE -> new Parcel.Lane(needed(in));
            case OF_SHARD -> new Parcel.OfShard(in.readInt(), in.readInt(), in.readLong(), needed(in));
            case PLAN -> plan(in);
            case WANT -> new Parcel.Want(in.readLong());
            default -> throw new IOException("there is no parcel of kind " + kind);
        };
    }

    private static Parcel policy(DataInputStream in) throws IOException {
        long version = in.readLong();
        int length = in.readInt();
        if (length < 0 || (long) length * Float.BYTES > in.available()) {
            throw new IOException("a policy is cut off: " + length + " parameters were announced");
        }
        float[] parameters = new float[length];
        Bulk.read(in, parameters, 0, length);
        return new Parcel.Policy(version, parameters);
    }

    private static Parcel plan(DataInputStream in) throws IOException {
        long version = in.readLong();
        byte[] digest = needed(in);
        int count = in.readInt();
        if (count < 0 || (long) count * (Integer.BYTES + Long.BYTES) > in.available()) {
            throw new IOException("a plan is cut off: " + count + " nodes were announced");
        }
        List<Parcel.Child> children = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            children.add(new Parcel.Child(new String(needed(in), StandardCharsets.UTF_8), in.readLong()));
        }
        return new Parcel.Plan(version, digest, children);
    }

    private static ColumnUnit unit(DataInputStream in) throws IOException {
        long interval = in.readLong();
        long version = in.readLong();
        int attempt = in.readInt();
        int from = in.readInt();
        int to = in.readInt();
        if (from < 0 || to <= from || (long) (to - from) * Integer.BYTES > in.available()) {
            throw new IOException("there are no environments " + from + " to " + (to - 1));
        }
        byte[][] starts = new byte[to - from][];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = bytes(in);
        }
        return new ColumnUnit(interval, version, attempt, from, to, starts);
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] needed(DataInputStream in) throws IOException {
        byte[] bytes = bytes(in);
        if (bytes == null) {
            throw new IOException("a part of a parcel is missing");
        }
        return bytes;
    }

    /** Null where none was written. */
    private static byte[] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length == NONE) {
            return null;
        }
        if (length < 0 || length > in.available()) {
            throw new IOException("a parcel is cut off: " + length + " bytes were announced");
        }
        return in.readNBytes(length);
    }
}
