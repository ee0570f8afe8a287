package io.htsrl.cli.signals;

import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * One signal to this process at a moment that a test chooses: whoever raises it goes on when the program has answered
 * it on its {@link #err}. The program must listen by then, or the signal ends the tests.
 */
public final class RaisedSignal {
    /** What the program tells. */
    public final StringWriter err = new StringWriter() {
        @Override
        public void flush() {
            if (getBuffer().length() > 0) {
                answered.countDown();
            }
        }
    };

    private final String name;
    private final CountDownLatch answered = new CountDownLatch(1);
    private final AtomicBoolean raised = new AtomicBoolean();

    /**
     * Skips the test, visibly, where this process would not hear it.
     *
     * @param name such as {@code TERM}
     */
    public RaisedSignal(String name) {
        HeardSignals.assume(name);
        this.name = name;
    }

    /** What the program prints, which raises the signal as soon as what was printed is {@code enough}. */
    public StringWriter out(Predicate<String> enough) {
        return new StringWriter() {
            @Override
            public void write(String text) {
                write(text, 0, text.length());
            }

            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                if (enough.test(toString())) {
                    raise();
                }
            }
        };
    }

    /** Raises it, if nobody has, and waits for the answer in any case. */
    public void raise() {
        try {
            if (raised.compareAndSet(false, true)) {
                Class<?> signal = Class.forName("sun.misc.Signal");
                signal.getMethod("raise", signal)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name));
            }
            answered.await();
        } catch (ReflectiveOperationException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
