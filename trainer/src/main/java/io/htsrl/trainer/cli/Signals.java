package io.htsrl.trainer.cli;

import java.lang.reflect.Proxy;

/**
 * SIGINT as a callback, through {@code sun.misc.Signal}: by reflection, since the JDK has no supported way and the
 * compiler warns of this one. Where it is missing, Ctrl-C ends in the shutdown hook alone. Stateless, any thread.
 */
final class Signals {

    private Signals() {
    }

    /** Calls {@code action} on every SIGINT, on a thread of its own. Returns what restores the former handling. */
    static Runnable onInterrupt(Runnable action) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object interrupt = signalType.getConstructor(String.class).newInstance("INT");
            Object handler = Proxy.newProxyInstance(Signals.class.getClassLoader(), new Class<?>[] {handlerType},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "handle" -> {
                            action.run();
                            yield null;
                        }
                        case "equals" -> proxy == arguments[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "hts on SIGINT";
                    });
            Object former = handle(signalType, handlerType, interrupt, handler);
            return () -> restore(signalType, handlerType, interrupt, former);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            return () -> { };
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
