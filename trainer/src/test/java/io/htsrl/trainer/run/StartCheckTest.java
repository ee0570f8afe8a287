package io.htsrl.trainer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.policy.Policy;
import io.htsrl.core.run.RunControl;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.PolicyNetwork;
import io.htsrl.policies.network.Tensor;
import io.htsrl.trainer.config.Attachments;
import io.htsrl.trainer.config.Components;
import io.htsrl.trainer.config.GivenRuns;
import io.htsrl.trainer.config.RunConfig;
import io.htsrl.trainer.report.IntervalReport;
import io.htsrl.trainer.report.SelfCheckReport;
import io.htsrl.trainer.report.TrainingListener;
import io.htsrl.trainer.report.TrainingResult;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StartCheckTest {
    private final List<SelfCheckReport> reports = new ArrayList<>();

    /** A network whose rows depend on their position, in the last bit. */
    private static PolicyNetwork unstable(PolicyNetwork network) {
        return (PolicyNetwork) Proxy.newProxyInstance(
                StartCheckTest.class.getClassLoader(),
                new Class<?>[] {PolicyNetwork.class},
                (proxy, method, arguments) -> method.getName().equals("newForward")
                        ? unstable(network.newForward())
                        : method.invoke(network, arguments));
    }

    private static Policy.Forward unstable(Policy.Forward forward) {
        return (snapshot, batch, outputs, offsets) -> {
            forward.forward(snapshot, batch, outputs, offsets);
            for (int row = 1; row < batch.rows(); row++) {
                outputs[offsets[row]] = Math.nextUp(outputs[offsets[row]]);
            }
        };
    }

    private static RunConfig config(String more) {
        return GivenRuns.of(("--algo a2c --env CartPole-v1 --total-timesteps 512 --num-envs 4 --hidden-sizes 8 " + more)
                .strip()
                .split(" "));
    }

    /** A network whose learner repeats all bits of the policy's gradient, 5 % too large. */
    private static PolicyNetwork wrong(PolicyNetwork network) {
        return (PolicyNetwork) Proxy.newProxyInstance(
                StartCheckTest.class.getClassLoader(),
                new Class<?>[] {PolicyNetwork.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "newGradientNetwork" ->
                        wrong(
                                (GradientNetwork) method.invoke(network, arguments),
                                network.tensors().get(0));
                    case "actor" -> proxy;
                    default -> method.invoke(network, arguments);
                });
    }

    private static GradientNetwork wrong(GradientNetwork learner, Tensor tensor) {
        return (GradientNetwork) Proxy.newProxyInstance(
                StartCheckTest.class.getClassLoader(),
                new Class<?>[] {GradientNetwork.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(learner, arguments);
                    for (int i = tensor.offset(); method.getName().equals("backward") && i < tensor.end(); i++) {
                        ((float[]) arguments[1])[i] *= 1.05f;
                    }
                    return result;
                });
    }

    /** Neither is nondeterminism; waived, the run would learn something else. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--schedule async", "--allow-nondeterminism", "--schedule sync"})
    void shouldAlwaysRefuseALearnerThatComputesSomethingElse(String more) {
        Components components = new Components() {
            @Override
            public PolicyNetwork network(PolicyNetwork made, RunConfig of) {
                return wrong(made);
            }
        };
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> new Trainer(
                                config(more),
                                Attachments.none().with(components).with(new RunControl()))
                        .run());

        String message = refused.getMessage();
        assertTrue(
                message.contains("the learner computes something else (learner's backward, agreement with a "
                        + "backward in double: 1 of 8 are wrong (policy.0.weight))"),
                message);
        assertTrue(message.contains("no setting allows that"), message);
        assertFalse(message.contains("--allow-nondeterminism"), message);
    }

    private TrainingResult trainUnstable(RunConfig config) throws Exception {
        Components components = new Components() {
            @Override
            public PolicyNetwork network(PolicyNetwork made, RunConfig of) {
                return unstable(made);
            }
        };
        return new Trainer(
                        config,
                        Attachments.none()
                                .with(components)
                                .with(new RunControl())
                                .with(new TrainingListener() {
                                    @Override
                                    public void onSelfCheck(SelfCheckReport report) {
                                        reports.add(report);
                                    }
                                }))
                .run();
    }

    @Test
    void shouldSayWhatItFound() throws Exception {
        TrainingResult plain = new Trainer(config(""), Attachments.none().with(new TrainingListener() {
                    @Override
                    public void onSelfCheck(SelfCheckReport report) {
                        reports.add(report);
                    }

                    @Override
                    public void onInterval(IntervalReport report) {
                        assertEquals(1, reports.size(), "told before the first interval");
                    }
                }))
                .run();

        assertTrue(reports.get(0).stable());
        assertTrue(reports.get(0).table().holds());
        assertEquals(6, reports.get(0).table().rows().size());
        assertEquals(512, plain.timesteps());
    }

    @Test
    void shouldRefuseRowsThatAreNotStable() {
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> trainUnstable(config("")));

        String message = refused.getMessage();
        assertTrue(message.contains("network 8 tanh, separate torsos") || message.contains("network 8 tanh"), message);
        assertTrue(message.contains("acting forward, batch size and position: "), message);
        assertTrue(
                message.contains(
                        "must give bits that depend on its input alone, and on this machine they depend on " + "more"),
                message);
        assertTrue(message.contains("--allow-nondeterminism"), message);
        assertTrue(reports.isEmpty());
    }

    @Test
    void shouldRunWhereNondeterminismIsAllowed() throws Exception {
        TrainingResult result = trainUnstable(config("--allow-nondeterminism"));

        assertEquals(512, result.timesteps());
        assertFalse(reports.get(0).stable());
    }

    @Test
    void shouldPromiseNothingUnderASchedulePromisingNothing() throws Exception {
        assertEquals(512, trainUnstable(config("--schedule async")).timesteps());
        assertFalse(reports.get(0).stable());
    }

    /** The finding must not depend on what never changes a bit. */
    @ParameterizedTest
    @ValueSource(strings = {"--schedule serial", "--actor-batch 1", "--actors 2 --executors 2"})
    void shouldLookAtTheSameWhateverTheThreads(String threads) throws Exception {
        trainUnstable(config("--allow-nondeterminism"));
        trainUnstable(config("--allow-nondeterminism " + threads));

        assertEquals(
                reports.get(0).table().rows().get(0).compared(),
                reports.get(1).table().rows().get(0).compared());
        assertEquals(
                reports.get(0).table().rows().get(0).different(),
                reports.get(1).table().rows().get(0).different());
    }
}
