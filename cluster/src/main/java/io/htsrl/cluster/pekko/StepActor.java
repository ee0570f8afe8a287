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
 * An actor that handles each message, and each tick, by a step. An exception of a step goes to {@link #failed} instead
 * of Pekko. Pekko calls it, one message at a time.
 */
abstract class StepActor extends AbstractBehavior<Object> {
    private final ActorRef<Object> self;
    private final ReceiveBuilder<Object> steps = newReceiveBuilder();

    StepActor(ActorContext<Object> context) {
        super(context);
        self = context.getSelf();
        on(Runnable.class, Runnable::run); // of this process: other processes send only messages of the protocol
    }

    /** Creates an actor that ticks at once, and after each {@code tick}. */
    static Behavior<Object> behavior(Duration tick, Function<ActorContext<Object>, StepActor> maker) {
        return Behaviors.setup(context -> Behaviors.withTimers(timers -> {
            StepActor actor = maker.apply(context);
            timers.startTimerWithFixedDelay((Runnable) actor::tick, Duration.ZERO, tick);
            return actor;
        }));
    }

    /** Handles messages of a kind by a step; to be called by constructors only. */
    final <M> void on(Class<M> kind, Consumer<M> step) {
        steps.onMessage(kind, message -> run(() -> step.accept(message)));
    }

    /** Runs a step when the actor has ended, for any reason; to be called by constructors only. */
    final void onStop(Runnable step) {
        steps.onSignal(PostStop.class, signal -> run(step));
    }

    @Override
    public final Receive<Object> createReceive() {
        return steps.build();
    }

    /** Queues a step after the messages that wait. Any thread. */
    final void later(Runnable step) {
        self.tell(step);
    }

    abstract void tick();

    /** Handles an exception of a step, which is an internal fault. */
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
