package io.htsrl.nd4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.random.RandomStream;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.work.Team;
import io.htsrl.nd4j.device.BackendJars;
import io.htsrl.nd4j.device.ComputeProbe;
import io.htsrl.nd4j.device.CudaDevice;
import io.htsrl.nd4j.device.NvidiaSmi;
import io.htsrl.policies.acting.MlpPolicy;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.check.CheckRow;
import io.htsrl.policies.check.CheckTable;
import io.htsrl.policies.check.SelfCheck;
import io.htsrl.policies.network.Activation;
import io.htsrl.policies.network.FirstHead;
import io.htsrl.policies.network.Heads;
import io.htsrl.policies.network.MlpConfig;
import io.htsrl.policies.network.TableLayout;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class Nd4jBackendTest {
    private final Nd4jBackend backend = new Nd4jBackend();

    @Test
    void shouldBeFoundByItsName() {
        assertEquals(Nd4jBackend.class, ComputeBackend.of(Backend.ND4J).getClass());
    }

    @Test
    void shouldExpectWhatItLoads() {
        assertEquals("cpu", backend.expected().backend());
        assertEquals("cpu", backend.load().backend());
        assertTrue(backend.load().library().contains(backend.expected().library()), () -> backend.load() + "");
        assertEquals(1, backend.load().blasThreads());
    }

    @Test
    void shouldKnowTheVersionsOfTheBuild() {
        assertEquals(
                Set.of("nd4j", "nd4j-backend", "nd4j-classifier", "javacpp", "openblas"),
                backend.libraries().keySet());
        assertTrue(
                backend.libraries().values().stream().noneMatch(version -> version.isEmpty() || version.contains("$")));
    }

    @Test
    void shouldDescribeItself() {
        assertEquals(
                List.of("nd4j", "library", "threads", "speed"),
                backend.examine().stream().map(ComputeBackend.Finding::what).collect(Collectors.toList()));
    }

    @Test
    void shouldRefuseALayoutThatItDoesNotKnow() {
        TableLayout table = new TableLayout(ObservationSpace.floats(1), FirstHead.of(2), Heads.Q);

        assertThrows(ConfigurationException.class, () -> backend.network(table, 1));
    }

    @Test
    void shouldPassTheSelfCheck() {
        ObservationSpace vector = ObservationSpace.floats(5);
        MlpPolicy policy = new MlpPolicy(vector, 3, new MlpConfig(List.of(40, 33), Activation.TANH, false));
        float[] parameters = new float[policy.parameterCount()];
        policy.initialise(parameters, RandomStream.root(7));
        SelfCheck check = new SelfCheck(vector, 1, 64, parameters, RandomStream.root(7));

        List<CheckRow> rows =
                check.learning(policy, room -> policy.newGradientNetwork(Backend.ND4J, room, Team.alone()));

        assertTrue(new CheckTable(rows).holds(), rows::toString);
    }

    @Test
    void shouldTellOneDnnFromItsAbsence() {
        assertEquals("", Nd4jBackend.speed(new ComputeProbe(115, 99)).remedy());
        assertTrue(Nd4jBackend.speed(new ComputeProbe(100, 14)).remedy().contains("onednn"));
        assertEquals("", Nd4jBackend.speed(new ComputeProbe(11, 9)).remedy(), "a busy machine");
    }

    @Test
    void shouldSayWhatDevicesAreGoodFor() {
        BackendJars cpu = new BackendJars("linux-x86_64", List.of("-onednn"), List.of(), false);
        BackendJars cuda = new BackendJars("linux-x86_64", List.of(), List.of("-cudnn"), true);
        CudaDevice ampere = new CudaDevice(0, "GPU-1", "A100", 80, 40960, "550");
        CudaDevice hopper = new CudaDevice(1, "GPU-2", "H200", 90, 143771, "550");
        NvidiaSmi both = new NvidiaSmi(List.of(ampere, hopper), "");

        List<ComputeBackend.Finding> here = Nd4jBackend.devices(cpu, both);
        assertTrue(here.get(0).text().endsWith("build with -Pcuda (with ./hts: HTS_PROFILES=cuda) to use it"));
        assertTrue(here.get(1).text().endsWith("ND4J 1.0.0-M2.1 has no code for it"));
        assertEquals(ampere.toString(), Nd4jBackend.devices(cuda, both).get(0).text());
        assertEquals(
                "none: no driver",
                Nd4jBackend.devices(cpu, new NvidiaSmi(List.of(), "no driver"))
                        .get(0)
                        .text());
    }
}
