package io.htsrl.core.policy;

import io.htsrl.core.environment.ActionSpace;
import io.htsrl.core.math.DeterministicMath;
import io.htsrl.core.random.RandomStream;

/**
 * Independent normal components whose standard deviations no state decides: output rows are
 * {@code [means | log sigmas]}, the latter {@link #freeOutputs free}. Actions are drawn without bounds, and environments
 * get them clipped into the box. Immutable, any thread.
 */
public final class DiagonalGaussian implements DistributionHead {
    private final int width;
    private final float[] low;
    private final float[] high;
    private final float logStd;
    private final int noiseSteps;

    /**
     * @param logStd     the logarithm of the first standard deviations
     * @param noiseSteps of a replica that one draw is held for: what is added to the means swings slowly then, while
     *                   densities stay those of each step by itself; 1 for a new draw at each step
     */
    public DiagonalGaussian(ActionSpace.Continuous box, double logStd, int noiseSteps) {
        this.width = box.width();
        this.low = box.low();
        this.high = box.high();
        this.logStd = (float) logStd;
        this.noiseSteps = noiseSteps;
    }

    @Override
    public String name() {
        return "gaussian";
    }

    @Override
    public int outputs() {
        return 2 * width;
    }

    @Override
    public int freeOutputs() {
        return width;
    }

    @Override
    public float firstFreeOutput() {
        return logStd;
    }

    @Override
    public int actionWidth() {
        return width;
    }

    @Override
    public void sample(
            float[] outputs, int outputOffset, RandomStream draws, long step, float[] actions, int actionOffset) {
        long draw = step / noiseSteps;
        for (int i = 0; i < width; i++) {
            double deviation = DeterministicMath.exp(outputs[outputOffset + width + i]);
            float action = (float) (outputs[outputOffset + i] + deviation * draws.normal(draw, i));
            if (!Float.isFinite(action)) {
                throw OutputRow.notFinite(outputs, outputOffset, 2 * width);
            }
            actions[actionOffset + i] = action;
        }
    }

    @Override
    public void mode(float[] outputs, int outputOffset, float[] actions, int actionOffset) {
        OutputRow.checkNumbers(outputs, outputOffset, width, "component");
        System.arraycopy(outputs, outputOffset, actions, actionOffset, width);
    }

    @Override
    public boolean converts() {
        return true;
    }

    @Override
    public void toEnvironment(float[] actions, int actionOffset, float[] converted, int convertedOffset) {
        for (int i = 0; i < width; i++) {
            converted[convertedOffset + i] = Math.min(Math.max(actions[actionOffset + i], low[i]), high[i]);
        }
    }

    @Override
    public ActionDistribution newDistribution() {
        return new GaussianDistribution(width);
    }
}
