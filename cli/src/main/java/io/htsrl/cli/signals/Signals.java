package io.htsrl.cli.signals;

import io.htsrl.cli.terminal.ExitCode;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Signals as callbacks, through {@code sun.misc.Signal}: by reflection, since the JDK has no supported way and the
 * compiler warns of this one. Where it is missing, every signal ends in the shutdown hooks alone. Stateless, any thread.
 */
final class Signals {

    private Signals() {}

    /** Calls {@code action} on every SIGINT, on a thread of its own. Returns what restores the former handling. */
    static Runnable onInterrupt(Runnable action) {
        return on("INT", action);
    }

    /** The same for each signal that asks a process to end; {@code action} gets the exit code that answers it. */
    static Runnable onEnd(IntConsumer action) {
        List<Runnable> restoring = List.of(
                on("INT", () -> action.accept(ExitCode.INTERRUPTED)),
                on("TERM", () -> action.accept(ExitCode.TERMINATED)),
                on("HUP", () -> action.accept(ExitCode.HUNG_UP)));
        return () -> restoring.forEach(Runnable::run);
    }

    /**
     * The same for any signal: {@code name} is {@code INT}, {@code TERM} or {@code HUP}. Does nothing where the system
     * has no such signal; one that the process was told to ignore, as by {@code nohup}, stays ignored.
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
}
