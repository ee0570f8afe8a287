package io.htsrl.learners.offpolicy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.policy.ActionHead;
import io.htsrl.core.policy.ActionSelector;
import io.htsrl.core.policy.UniformStart;
import io.htsrl.core.schedule.PipelineConfig;
import io.htsrl.core.time.AnnealingHorizon;
import io.htsrl.policies.acting.JointPolicy;
import java.util.List;

/**
 * Settings of an algorithm with entropy: actions are drawn from a squashed Gaussian or a softmax, and ln α is part of
 * φ.
 */
public interface SoftConfig extends ActorCritics {

    EntropySettings entropy();

    /** Returns the target entropy H̄: by default minus the number of the action's components. */
    default double wantedEntropy(ActionSpace actions) {
        return entropy().targetEntropy().orElse((double) -actions.width());
    }

    @Override
    default List<JointPolicy.Scalar> others() {
        return List.of(new JointPolicy.Scalar(
                "log_alpha", DeterministicMath.log(entropy().alpha())));
    }

    @Override
    default ActionHead head(ActionSpace actions) {
        return entropy().head(actions);
    }

    @Override
    default ActionSelector selector(ActionHead head, int environment, int environments, AnnealingHorizon steps) {
        return new UniformStart(
                head, uniformSteps(environments, steps), entropy().selector(head));
    }

    @Override
    default void check(PipelineConfig pipeline, int frameStack, Violations violations) {
        ActorCritics.super.check(pipeline, frameStack, violations);
        entropy().check(violations);
    }
}
