package io.htsrl.storage;

import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.environment.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** A bank filled as executors do, with random bits; and what its digest must be, written down as a list. One thread. */
final class RandomBank {
    final StorageBank bank;
    private final BankShape shape;
    private final SplittableRandom random;
    private final ObservationSlot slot = new ObservationSlot();
    private final StepResult result = new StepResult();
    private final List<List<Final>> finals = new ArrayList<>();

    /** A truncated episode's last stack, oldest frame first: of floats or bytes. */
    private record Final(int step, float[] floats, byte[] bytes) {}

    RandomBank(BankShape shape, long seed) {
        this.shape = shape;
        this.random = new SplittableRandom(seed);
        this.bank = new StorageBank(shape);
        StorageBank before = new StorageBank(shape);
        for (int environment = 0; environment < shape.environments(); environment++) {
            fill(before, environment, new ArrayList<>());
            bank.carryOver(before, environment, environment);
            finals.add(new ArrayList<>());
            fill(bank, environment, finals.get(environment));
            bank.stamp(environment, random.nextInt(100), random.nextLong(1000));
        }
    }

    private void fill(StorageBank target, int environment, List<Final> kept) {
        float[] output = new float[shape.outputWidth() + shape.memorySize()];
        for (int step = 0; step < shape.steps(); step++) {
            for (int i = 0; i < output.length; i++) {
                output[i] = anyFloat();
            }
            target.storeOutput(step, environment, output, 0);
            for (int i = 0; i < shape.actionWidth(); i++) {
                target.actions()[target.row(step, environment) * shape.actionWidth() + i] = anyFloat();
            }
            observe(target, step + 1, environment);
            boolean ended = random.nextInt(3) == 0;
            result.set(random.nextDouble(), ended && random.nextBoolean(), ended);
            result.setScore(random.nextInt(9), random.nextBoolean());
            target.storeResult(step, environment, result);
            if (result.done()) {
                if (!result.terminated) {
                    target.keepFinal(step, environment);
                    kept.add(stack(target, step, environment));
                }
                observe(target, step + 1, environment);
                target.beginEpisode(step + 1, environment);
            }
        }
    }

    private float anyFloat() {
        return Float.intBitsToFloat(random.nextInt()); // NaN of every payload too
    }

    private void observe(StorageBank target, int step, int environment) {
        target.observationSlot(step, environment, slot);
        for (int i = 0; i < shape.observationSpace().size(); i++) {
            if (slot.floats() != null) {
                slot.floats()[slot.offset() + i] = anyFloat();
            } else {
                slot.bytes()[slot.offset() + i] = (byte) random.nextInt();
            }
        }
    }

    private Final stack(StorageBank target, int step, int environment) {
        int frame = shape.observationSpace().size();
        byte[] depths = target.array(BankFields.DEPTHS);
        int depth = depths == null ? 1 : depths[(step + 1) * shape.environments() + environment];
        Final kept = new Final(step, new float[frame * shape.frameStack()], new byte[frame * shape.frameStack()]);
        for (int i = 0; i < shape.frameStack(); i++) {
            int offset =
                    target.observationOffset(step + 1 - Math.min(shape.frameStack() - 1 - i, depth - 1), environment);
            if (isFloat()) {
                System.arraycopy(target.floatObservations(), offset, kept.floats, i * frame, frame);
            } else {
                System.arraycopy(target.byteObservations(), offset, kept.bytes, i * frame, frame);
            }
        }
        return kept;
    }

    private boolean isFloat() {
        return shape.observationSpace().kind() == ObservationSpace.Kind.FLOAT32;
    }

    /** What the chain has absorbed of a bank since the first release, value by value. */
    String expectedDigest() {
        BitHasher hasher = new BitHasher();
        if (isFloat()) {
            hasher.floats(bank.floatObservations(), 0, bank.floatObservations().length);
        } else {
            hasher.bytes(bank.byteObservations(), 0, bank.byteObservations().length);
        }
        if (shape.frameStack() > 1) {
            byte[] depths = bank.array(BankFields.DEPTHS);
            hasher.bytes(depths, 0, (shape.steps() + 1) * shape.environments());
        }
        hasher.floats(bank.actions(), 0, shape.rows() * shape.actionWidth());
        hasher.floats(bank.rewards(), 0, shape.rows());
        if (shape.scored()) {
            hasher.floats(bank.scores(), 0, shape.rows());
        }
        hasher.bytes(bank.array(BankFields.ENDINGS), 0, shape.rows());
        hasher.floats(bank.outputs(), 0, shape.rows() * shape.outputWidth());
        if (shape.memorySize() > 0) {
            hasher.floats(bank.array(BankFields.MEMORY), 0, 2 * shape.environments() * shape.memorySize());
        }
        finals.forEach(ofEnvironment -> absorb(ofEnvironment, hasher));
        return hasher.hex();
    }

    private void absorb(List<Final> kept, BitHasher hasher) {
        hasher.integer(kept.size());
        if (kept.isEmpty()) {
            return;
        }
        int stack = shape.observationSpace().size() * shape.frameStack();
        float[] floats = new float[kept.size() * stack];
        byte[] bytes = new byte[kept.size() * stack];
        for (int i = 0; i < kept.size(); i++) {
            System.arraycopy(kept.get(i).floats, 0, floats, i * stack, stack);
            System.arraycopy(kept.get(i).bytes, 0, bytes, i * stack, stack);
        }
        hasher.ints(kept.stream().mapToInt(Final::step).toArray(), 0, kept.size());
        if (isFloat()) {
            hasher.floats(floats, 0, floats.length);
        } else {
            hasher.bytes(bytes, 0, bytes.length);
        }
    }
}
