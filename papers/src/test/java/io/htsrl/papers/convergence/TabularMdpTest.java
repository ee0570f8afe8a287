package io.htsrl.papers.convergence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.random.RandomStream;
import org.junit.jupiter.api.Test;

class TabularMdpTest {
    private final TabularMdp mdp = new TabularMdp(4, 3, 0.8, RandomStream.root(7));

    private static double[] parameters(int count) {
        double[] parameters = new double[count];
        for (int i = 0; i < count; i++) {
            parameters[i] = RandomStream.root(3).normal(i, 0);
        }
        return parameters;
    }

    @Test
    void shouldHaveTheGradientOfItsReturn() {
        double[] parameters = parameters(12);
        double[] gradient = mdp.at(parameters).gradient();
        for (int i = 0; i < gradient.length; i++) {
            double[] up = parameters.clone();
            double[] down = parameters.clone();
            up[i] += 1e-5;
            down[i] -= 1e-5;
            double slope = (mdp.at(up).expectedReturn() - mdp.at(down).expectedReturn()) / 2e-5;
            assertEquals(slope, gradient[i], 1e-8);
        }
    }

    /** Over a grid of draws the mean is exact but for the grid. */
    @Test
    void shouldSampleTheGradientWithinItsBound() {
        TabularMdp.At policy = mdp.at(parameters(12));
        int grid = 400;
        double[] mean = new double[12];
        for (int i = 0; i < grid * grid; i++) {
            int row = i / grid;
            double[] sample = policy.sample((row + 0.5) / grid, (i % grid + 0.5) / grid);
            double norm = 0;
            for (int at = 0; at < 12; at++) {
                mean[at] += sample[at] / (grid * grid);
                norm += sample[at] * sample[at];
            }
            assertTrue(norm <= mdp.sampleBound());
        }
        double[] gradient = policy.gradient();
        for (int at = 0; at < 12; at++) {
            assertEquals(gradient[at], mean[at], 0.02);
        }
    }

    @Test
    void shouldKnowTheBestReturn() {
        double[] parameters = new double[12];
        for (int step = 0; step < 3000; step++) {
            double[] gradient = mdp.at(parameters).gradient();
            for (int i = 0; i < 12; i++) {
                parameters[i] += 5 * gradient[i];
            }
        }
        double reached = mdp.at(parameters).expectedReturn();
        assertTrue(reached <= mdp.best() && reached > mdp.best() - 0.02, reached + " of " + mdp.best());
    }

    /** A delay of one step costs little and keeps the bound; one of many steps with a large rate costs more. */
    @Test
    void shouldConvergeWithDelayedGradients() {
        DelayedGradient experiment = new DelayedGradient();
        double few = experiment.meanSquaredNorm(100, 1);
        double many = experiment.meanSquaredNorm(5000, 1);
        assertTrue(many < few / 2, few + ", then " + many);
        assertTrue(many < experiment.bound(5000));
        assertEquals(experiment.meanSquaredNorm(5000, 0), many, many / 10);
    }
}
