package io.htsrl.environments.wrapper;

import io.htsrl.core.environment.Agents;
import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentSpec;
import io.htsrl.core.environment.ObservationSlot;
import io.htsrl.core.environment.Rendered;
import io.htsrl.core.environment.StepResult;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Delegates every call to another environment, like {@code gymnasium.Wrapper}; a subclass overrides some calls, and
 * writes its state before that of the inner environment. Thread rule of {@link Environment}.
 */
public abstract class EnvironmentWrapper implements Environment {
    Environment inner; // another one after a restart

    protected EnvironmentWrapper(Environment inner) {
        this.inner = inner;
    }

    @Override
    public EnvironmentSpec spec() {
        return inner.spec();
    }

    @Override
    public void reset(long seed, ObservationSlot out) {
        inner.reset(seed, out);
    }

    @Override
    public void step(float[] actions, int offset, ObservationSlot out, StepResult result) {
        inner.step(actions, offset, out, result);
    }

    @Override
    public boolean canSaveState() {
        return inner.canSaveState();
    }

    @Override
    public void saveState(DataOutput out) throws IOException {
        inner.saveState(out);
    }

    @Override
    public void restoreState(DataInput in) throws IOException {
        inner.restoreState(in);
    }

    @Override
    public boolean replayable() {
        return inner.replayable();
    }

    @Override
    public String nondeterminism() {
        return inner.nondeterminism();
    }

    @Override
    public List<String> warnings() {
        return inner.warnings();
    }

    @Override
    public Map<String, String> software() {
        return inner.software();
    }

    @Override
    public String origin() {
        return inner.origin();
    }

    @Override
    public Optional<Agents> agents() {
        return inner.agents();
    }

    @Override
    public Optional<Rendered> rendered() {
        return inner.rendered();
    }

    @Override
    public void close() {
        inner.close();
    }
}
