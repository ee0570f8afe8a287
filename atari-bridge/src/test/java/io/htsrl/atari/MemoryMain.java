package io.htsrl.atari;

import io.htsrl.core.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays on sixteen emulators by two threads, and says by how much the process's memory grew meanwhile. */
final class MemoryMain {
    private static final int EMULATORS = 16;
    private static final int THREADS = 2;
    private static final int WARM_UP = 1000;
    private static final int FRAMES_PER_RESET = 777;
    private static final int FRAMES_PER_SAVE = 100;
    private static final int PAGE_KIB = 4;

    private final List<AleEmulator> emulators = new ArrayList<>();
    private final byte[][] screens = new byte[EMULATORS][Emulator.HEIGHT * Emulator.WIDTH];

    private MemoryMain() {
        for (int i = 0; i < EMULATORS; i++) {
            emulators.add(EmulatorTestKit.homebrew());
        }
    }

    /** @param args the frames to play on all emulators together, and how often they are all made anew at the end */
    public static void main(String[] args) throws Exception {
        MemoryMain main = new MemoryMain();
        int each = Integer.parseInt(args[0]) / EMULATORS;
        main.play(0, WARM_UP);
        long before = residentKib();
        main.play(WARM_UP, each);
        System.out.println("playing " + (residentKib() - before));
        long renewed = residentKib();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            main.renew();
        }
        System.out.println("renewing " + (residentKib() - renewed));
        System.exit(0);
    }

    private void play(int from, int frames) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> games = new ArrayList<>();
        for (int i = 0; i < EMULATORS; i++) {
            int index = i;
            games.add(threads.submit(() -> play(index, from, frames)));
        }
        for (Future<?> game : games) {
            game.get();
        }
        threads.shutdown();
    }

    private void play(int index, int from, int frames) {
        AleEmulator emulator = emulators.get(index);
        RandomStream actions = RandomStream.root(index);
        byte[] saved = emulator.save();
        for (int frame = from; frame < from + frames; frame++) {
            emulator.act(EmulatorTestKit.action(actions, frame));
            emulator.screen(screens[index], 0);
            if (emulator.gameOver() || frame % FRAMES_PER_RESET == 0) {
                emulator.reset();
            }
            if (frame % FRAMES_PER_SAVE == 0) {
                emulator.restore(saved);
            } else if (frame % FRAMES_PER_SAVE == FRAMES_PER_SAVE / 2) {
                saved = emulator.save();
            }
        }
    }

    private void renew() {
        for (int i = 0; i < EMULATORS; i++) {
            emulators.get(i).close();
            emulators.set(i, EmulatorTestKit.homebrew());
        }
    }

    private static long residentKib() throws IOException {
        System.gc();
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ")[1]) * PAGE_KIB;
    }
}
