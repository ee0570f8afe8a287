package io.htsrl.checkpoints;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.checkpoints.Disk.DraftFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(1800)
class CheckpointWriterTest {

    /** The real disk behind a gate that is shut at first. */
    private static final class GatedDisk extends RecordingDisk {
        final CountDownLatch reached = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public DraftFile open(Path path) throws IOException {
            reached.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return REAL.open(path);
        }
    }

    @TempDir
    Path folder;

    private final List<Path> durable = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    private CheckpointWriter writer(Disk disk) {
        return new CheckpointWriter(disk, () -> {}, durable::add, failures::add);
    }

    private Path file(int interval) {
        return folder.resolve("interval-" + interval);
    }

    private static CheckpointImage image(int interval) {
        return new CheckpointImage().begin().metadata("interval", Integer.toString(interval));
    }

    @Test
    void shouldWriteEverythingInOrder() {
        CheckpointImage[] images = {new CheckpointImage(), new CheckpointImage()};
        try (CheckpointWriter writer = writer(Disk.REAL)) {
            for (int k = 0; k < 20; k++) {
                images[k % 2].begin().metadata("interval", Integer.toString(k));
                writer.submit(images[k % 2], file(k));
            }
        }

        assertEquals(20, durable.size());
        for (int k = 0; k < 20; k++) {
            assertEquals(file(k), durable.get(k));
            try (CheckpointFile checkpoint = CheckpointFile.open(file(k))) {
                assertEquals(Integer.toString(k), checkpoint.metadata("interval"));
            }
        }
    }

    @Test
    void shouldWriteInTheBackground() throws InterruptedException {
        GatedDisk disk = new GatedDisk();
        CheckpointWriter writer = writer(disk);
        assertTrue(writer.idle());

        writer.submit(image(1), file(1));
        disk.reached.await();
        assertFalse(writer.idle());
        assertTrue(Files.notExists(file(1)));

        disk.gate.countDown();
        writer.close();
        assertTrue(writer.idle());
        assertTrue(Files.exists(file(1)));
    }

    @Test
    void shouldCloseOnlyWhenTheLastIsDurable() throws InterruptedException {
        GatedDisk disk = new GatedDisk();
        CheckpointWriter writer = writer(disk);
        writer.submit(image(1), file(1));
        disk.reached.await();
        List<Boolean> there = new CopyOnWriteArrayList<>();
        Thread closing = new Thread(() -> {
            writer.close();
            there.add(Files.exists(file(1)) && durable.contains(file(1)));
        });
        closing.start();
        closing.interrupt(); // changes nothing: whatever is submitted is written
        while (closing.isAlive() && closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }

        disk.gate.countDown();
        closing.join();
        assertEquals(List.of(true), there);
    }

    @Test
    void shouldTellAFailureAtOnceAndThrowItOnce() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        CheckpointWriter writer = new CheckpointWriter(new SmallDisk(10), () -> {}, durable::add, failure -> {
            failures.add(failure);
            told.countDown();
        });
        writer.submit(image(1), file(1));
        told.await();

        CheckpointException thrown = assertThrows(CheckpointException.class, () -> writer.submit(image(2), file(2)));
        assertEquals(List.of(thrown), failures);
        assertTrue(thrown.getMessage().contains("No space left on device"));
        writer.checkFailure();
        writer.close();
        assertEquals(List.of(), durable);
    }

    @Test
    void shouldThrowTheLastFailureWhenClosed() {
        CheckpointWriter writer = writer(new SmallDisk(10));
        writer.submit(image(1), file(1));

        assertSame(assertThrows(CheckpointException.class, writer::close), failures.get(0));
        writer.close();
    }

    @Test
    void shouldGoOnAfterAFailure() {
        try (CheckpointWriter writer = writer(Disk.REAL)) {
            writer.submit(image(1), folder.resolve("gone").resolve("x"));
            assertThrows(CheckpointException.class, () -> writer.submit(image(2), file(2)));
            writer.submit(image(3), file(3));
        }
        assertEquals(List.of(file(3)), durable);
    }

    @Test
    void shouldBringWhatACheckpointRefersToOntoTheDiskFirst() {
        CheckpointWriter writer = new CheckpointWriter(
                () -> {
                    assertFalse(Files.exists(file(1)));
                    throw new IOException("Input/output error");
                },
                durable::add,
                failures::add);
        writer.submit(image(1), file(1));

        CheckpointException refusal = assertThrows(CheckpointException.class, writer::close);
        assertTrue(refusal.getMessage().contains("Input/output error"), refusal.getMessage());
        assertFalse(Files.exists(file(1)));
        assertEquals(List.of(), durable);
    }

    @Test
    void shouldTellOfOurOwnFaultsToo() {
        IllegalStateException fault = new IllegalStateException("a bug");
        CheckpointWriter writer = new CheckpointWriter(
                () -> {},
                file -> {
                    throw fault;
                },
                failures::add);
        writer.submit(image(1), file(1));

        assertSame(fault, assertThrows(IllegalStateException.class, writer::close));
        assertEquals(List.of(fault), failures);
    }

    @Test
    void shouldSurviveAListenerThatFails() {
        Consumer<Throwable> failing = failure -> {
            throw new IllegalStateException("a bug");
        };
        CheckpointWriter writer = new CheckpointWriter(new SmallDisk(0), () -> {}, durable::add, failing);
        writer.submit(image(1), file(1));
        CheckpointException thrown = assertThrows(CheckpointException.class, () -> writer.submit(image(2), file(2)));
        assertEquals("a bug", thrown.getSuppressed()[0].getMessage());
        writer.submit(image(3), file(3));
        assertNotSame(thrown, assertThrows(CheckpointException.class, writer::close));
    }

    @Test
    void shouldWriteALiveImageBeforeSubmitReturns() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (CheckpointWriter writer = writer(Disk.REAL)) {
            writer.submit(image(1), file(1));
            writer.submit(
                    image(2).addLive("replay", 1, out -> {
                        threads.add(Thread.currentThread());
                        out.writeLong(2);
                    }),
                    file(2));

            assertTrue(Files.exists(file(2)));
            assertEquals(List.of(file(1), file(2)), durable);
        }
        assertEquals(List.of(Thread.currentThread(), Thread.currentThread()), threads);
    }

    @Test
    void shouldThrowTheFailureOfALiveImageToItsSubmitter() {
        try (CheckpointWriter writer = writer(new SmallDisk(10))) {
            CheckpointImage live = image(1).addLive("replay", 1, out -> out.writeLong(2));
            assertThrows(CheckpointException.class, () -> writer.submit(live, file(1)));
            assertTrue(writer.idle());
        }
        assertEquals(List.of(), failures);
    }

    @Test
    void shouldRefuseImagesWhenClosed() {
        CheckpointWriter writer = writer(Disk.REAL);
        writer.close();
        assertThrows(IllegalStateException.class, () -> writer.submit(image(1), file(1)));
    }
}
