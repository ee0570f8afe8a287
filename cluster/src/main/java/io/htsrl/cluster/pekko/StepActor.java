package io.htsrl.cluster.pekko;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;
import org.apache.pekko.actor.typed.javadsl.ReceiveBuilder;

/**
 * An actor that answers each message by a step, and a tick by another; an exception of a step goes to {@link #failed}, and
 * not to Pekko. Pekko calls it, one message at a time.
 */
abstract class StepActor extends AbstractBehavior<Object> {
    private enum Tick {
        NOW
    }

    private final ActorRef<Object> self;
    private final ReceiveBuilder<Object> steps = newReceiveBuilder();

    StepActor(ActorContext<Object> context) {
        super(context);
        self = context.getSelf();
        on(Runnable.class, Runnable::run); // of this process: only messages of the wire come from others
    }

    /** An actor that ticks at once, and after each {@code tick}. */
    static Behavior<Object> behavior(Duration tick, Function<ActorContext<Object>, StepActor> maker) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            timers.startTimerWithFixedDelay(Tick.NOW, Duration.ZERO, tick);
            return maker.apply(context);
        }));
    }

    /** Takes messages of a kind by a step; to be called by constructors alone. */
    final <M> void on(Class<M> kind, Consumer<M> step) {
        steps.onMessage(kind, message -> run(() -> step.accept(message)));
    }

    /** Runs a step when the actor has ended, whatever for; to be called by constructors alone. */
    final void onStop(Runnable step) {
        steps.onSignal(PostStop.class, signal -> run(step));
    }

    @Override
    public final Receive<Object> createReceive() {
        return steps.onMessageEquals(Tick.NOW, () -> run(this::tick)).build();
    }

    /** Puts a step behind the messages that wait. Any thread. */
    final void later(Runnable step) {
        self.tell(step);
    }

    abstract void tick();

    /** A step has thrown, by a fault of ours. */
    abstract void failed(Throwable fault);

    private Behavior<Object> run(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
        return this;
    }
}
