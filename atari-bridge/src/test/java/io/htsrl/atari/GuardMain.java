package io.htsrl.atari;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Has a cartridge of noise tried, which hangs the emulator, and prints the number of the trial's process. */
final class GuardMain {

    private GuardMain() {}

    /** Nobody's cartridge: the emulator never comes back from it. */
    static Rom hanging() {
        byte[] noise = new byte[4096];
        new Random(SEED).nextBytes(noise);
        return Rom.of("pong", noise);
    }

    private static final long SEED = 1;

    public static void main(String[] args) {
        Thread trial = new Thread(
                () -> new RomGuard(Duration.ofHours(1)).check(hanging(), OptionalInt.empty(), OptionalInt.empty()));
        trial.start();
        Optional<ProcessHandle> child;
        do {
            child = ProcessHandle.current().children().filter(GuardMain::isJvm).findAny();
        } while (child.isEmpty());
        System.out.println(child.get().pid());
    }

    /**
     * Returns whether the process is the trial's JVM. Before that it is a copy of this one, then the JDK's helper,
     * which runs nothing at all if its parent is killed by then.
     */
    private static boolean isJvm(ProcessHandle process) {
        return process.info()
                .arguments()
                .filter(words -> List.of(words).contains(RomTrial.class.getName()))
                .isPresent();
    }
}
