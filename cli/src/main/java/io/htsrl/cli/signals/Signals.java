package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Signals as callbacks, through {@code sun.misc.Signal}: by reflection, since the JDK has no supported way and the
 * compiler warns of this one. Where it is missing, signals reach only the shutdown hooks. Stateless, any thread.
 */
public final class Signals {

    private Signals() {}

    /** Listens as {@link #on} to each signal that ends a process; {@code action} gets the exit code for it. */
    static Runnable onEnd(IntConsumer action) {
        List<Runnable> restoring = List.of(
                on("INT", () -> action.accept(ExitCode.INTERRUPTED)),
                on("TERM", () -> action.accept(ExitCode.TERMINATED)),
                on("HUP", () -> action.accept(ExitCode.HUNG_UP)));
        return () -> restoring.forEach(Runnable::run);
    }

    /**
     * Calls {@code action} on every signal {@code name}, which is {@code INT}, {@code TERM} or {@code HUP}, on a new
     * thread. Returns an action that restores the former handling. Does nothing where the system has no such signal; an
     * ignored one, as by {@code nohup}, stays ignored.
     */
    static Runnable on(String name, Runnable action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            Object handler = Proxy.newProxyInstance(
                    Signals.class.getClassLoader(),
                    new Class<?>[] {handlerType},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "hts on SIG" + name;
                    });
            Object former = handle(signalType, handlerType, signal, handler);
            return () -> restore(signalType, handlerType, signal, former);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return () -> {};
        }
    }

    private static Object handle(Class<?> signalType, Class<?> handlerType, Object signal, Object handler)
            throws ReflectiveOperationException {
        return signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
    }

    private static void restore(Class<?> signalType, Class<?> handlerType, Object signal, Object former) {
        try {
            handle(signalType, handlerType, signal, former);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a handler that was taken can be given back", e);
        }
    }

    /**
     * Listens to the signals that end the program while no run is under way: a run installs its own handling.
     *
     * @param exit ends the process with this code, shutdown hooks first
     */
    public static void endWithoutRun(PrintWriter err, IntConsumer exit) {
        on("INT", () -> end(err, "Ctrl-C", exit, ExitCode.INTERRUPTED));
        on("TERM", () -> end(err, "SIGTERM", exit, ExitCode.TERMINATED));
        on("HUP", () -> end(err, "SIGHUP", exit, ExitCode.HUNG_UP));
    }

    private static void end(PrintWriter err, String signal, IntConsumer exit, int code) {
        err.println();
        err.println("ended by " + signal + ": nothing to resume");
        err.flush();
        exit.accept(code);
    }

    /**
     * Ctrl-C while a policy plays or a page stays open: the first ends that in order, a second one the process. Any
     * thread.
     */
    public static final class Interrupts implements AutoCloseable {
        private final Runnable halt;
        private final Runnable restoreSignal;
        private final CountDownLatch first = new CountDownLatch(1);

        public Interrupts() {
            this(() -> Runtime.getRuntime().halt(ExitCode.INTERRUPTED));
        }

        /** @param halt ends the process at once */
        Interrupts(Runnable halt) {
            this.halt = halt;
            this.restoreSignal = on("INT", this::interrupt);
        }

        /** Handles one Ctrl-C. */
        synchronized void interrupt() {
            if (happened()) {
                halt.run();
            }
            first.countDown();
        }

        /** Returns whether Ctrl-C came. */
        public boolean happened() {
            return first.getCount() == 0;
        }

        /** Waits for a Ctrl-C, but no longer than {@code longest}. */
        public void await(Duration longest) throws InterruptedException {
            first.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        }

        /** Restores the former handling of Ctrl-C. */
        @Override
        public void close() {
            restoreSignal.run();
        }
    }
}
