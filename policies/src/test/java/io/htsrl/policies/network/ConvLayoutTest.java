package io.htsrl.policies.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.policies.network.ConvConfig.Kind;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConvLayoutTest {
    private static final ObservationSpace FRAME = ObservationSpace.bytes(84, 84);

    @Test
    void shouldPlaceTheTensorsOfTheNatureNetwork() {
        ConvLayout layout = new ConvLayout(FRAME, 4, 6, ConvConfig.of(Kind.NATURE), Heads.ACTOR_CRITIC);
        assertEquals(
                List.of(
                        new Tensor("torso.conv0.weight", 0, List.of(32, 4, 8, 8)),
                        new Tensor("torso.conv0.bias", 8192, List.of(32)),
                        new Tensor("torso.conv1.weight", 8224, List.of(64, 32, 4, 4)),
                        new Tensor("torso.conv1.bias", 40992, List.of(64)),
                        new Tensor("torso.conv2.weight", 41056, List.of(64, 64, 3, 3)),
                        new Tensor("torso.conv2.bias", 77920, List.of(64)),
                        new Tensor("torso.dense.weight", 77984, List.of(3136, 512)),
                        new Tensor("torso.dense.bias", 1683616, List.of(512)),
                        new Tensor("policy.head.weight", 1684128, List.of(512, 6)),
                        new Tensor("policy.head.bias", 1687200, List.of(6)),
                        new Tensor("value.head.weight", 1687206, List.of(512, 1)),
                        new Tensor("value.head.bias", 1687718, List.of(1))),
                layout.tensors());
        assertEquals(1687719, layout.parameterCount());
        assertEquals(4 * 84 * 84, layout.observationSize());
        assertEquals(7, layout.outputWidth());
    }

    @Test
    void shouldPlaceFreeOutputsBehindTheFirstHeadAndBeforeTheValue() {
        ConvConfig config = ConvConfig.of(Kind.NATURE);
        FirstHead first = new FirstHead(2, 2, 0);
        ConvLayout layout = new ConvLayout(FRAME, 4, first, config, Heads.ACTOR_CRITIC);
        List<Tensor> tensors = layout.tensors();
        assertEquals(new Tensor("policy.log_std", 1684128 + 513 * 2, List.of(2)), tensors.get(10));
        assertEquals("value.head.weight", tensors.get(11).name());
        assertEquals(1684128 + 513 * 2 + 2 + 513, layout.parameterCount());
        assertEquals(5, layout.outputWidth());
        assertEquals(
                layout.parameterCount(),
                config.size(FRAME, 4, first, Heads.ACTOR_CRITIC).parameters());
    }

    @Test
    void shouldHalveTheImagesOfTheImpalaStages() {
        ConvLayout layout = new ConvLayout(FRAME, 4, 6, ConvConfig.of(Kind.IMPALA), Heads.Q);
        assertEquals(
                List.of(42, 21, 11),
                layout.stages().stream().map(ImpalaStage::height).toList());
        // windows of the maximum: 84 rows take one more below; 21 take one on each side
        assertEquals(
                List.of(0, 0, 1),
                layout.stages().stream().map(ImpalaStage::padTop).toList());
        assertEquals(15, layout.convolutions().size());
        assertEquals(
                "torso.stage1.block0.conv1",
                layout.stages().get(1).blocks().get(0).second().name());
        assertEquals(new DenseLayer("torso.dense", 32 * 11 * 11, 256, 97744), layout.hidden());
        assertEquals(97744 + 3873 * 256 + 257 * 6, layout.parameterCount());
        assertEquals(6, layout.outputWidth());
    }

    @Test
    void shouldReadTheBoardsOfMinAtar() {
        ConvLayout layout = new ConvLayout(
                ObservationSpace.bytes(10, 10, 4), 1, 3, ConvConfig.of(Kind.MINATAR), Heads.ACTOR_CRITIC);
        assertEquals(List.of(new ConvLayer("torso.conv0", 4, 10, 10, 16, 3, 1, 0, 0)), layout.convolutions());
        assertEquals(new DenseLayer("torso.dense", 16 * 8 * 8, 128, 16 * (4 * 9 + 1)), layout.hidden());
        assertEquals(List.of(), layout.stages());
    }

    @Property(tries = 100)
    void shouldCoverTheVectorWithoutGapsOrOverlaps(
            @ForAll Kind kind,
            @ForAll @IntRange(min = 36, max = 100) int height,
            @ForAll @IntRange(min = 36, max = 100) int width,
            @ForAll @IntRange(min = 1, max = 5) int frames,
            @ForAll @IntRange(min = 1, max = 20) int actions,
            @ForAll @IntRange(min = 1, max = 600) int units,
            @ForAll Heads heads) {
        ConvLayout layout = new ConvLayout(
                ObservationSpace.bytes(height, width), frames, actions, new ConvConfig(kind, units), heads);
        int end = 0;
        for (Tensor tensor : layout.tensors()) {
            assertEquals(end, tensor.offset(), tensor.name());
            end = tensor.end();
        }
        assertEquals(end, layout.parameterCount());
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptTheNetworksAsPublished(Kind kind) {
        Violations violations = new Violations();
        ConvConfig.of(kind).check(violations);
        ConvConfig.of(kind).check(FRAME, 4, violations);
        assertEquals(List.of(), violations.list());
    }

    @Test
    void shouldReportAllThatIsWrongTogether() {
        Violations violations = new Violations();
        ConvConfig config = new ConvConfig(Kind.NATURE, 0);
        config.check(violations);
        config.check(ObservationSpace.bytes(35, 84), 0, violations);
        assertEquals(
                List.of("units of the dense layer", "--network"),
                violations.list().stream().map(Violations.Violation::setting).toList());
    }

    @Test
    void shouldRefuseWhatIsNoGreyFrame() {
        Violations violations = new Violations();
        ConvConfig.of(Kind.IMPALA).check(ObservationSpace.floats(4), 1, violations);
        assertEquals(
                "--network impala: it reads frames [height, width], [height, width, planes] or [planes, height, width], not float32[4]; "
                        + "give mlp, or an environment of frames",
                violations.list().get(0).toString());
        assertEquals(1, violations.list().size());
    }

    @Test
    void shouldRefuseSizesThatMakeNoNetwork() {
        ConvConfig nature = ConvConfig.of(Kind.NATURE);
        assertThrows(IllegalArgumentException.class, () -> new ConvLayout(FRAME, 0, 2, nature, Heads.Q));
        assertThrows(IllegalArgumentException.class, () -> new ConvLayout(FRAME, 4, 0, nature, Heads.Q));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ConvLayout(ObservationSpace.bytes(84, 35), 4, 2, nature, Heads.Q));
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new ConvLayout(
                                ObservationSpace.bytes(500, 500), 4, 2, new ConvConfig(Kind.NATURE, 65536), Heads.Q))
                .getMessage();
        assertTrue(message.startsWith("layer torso.dense would end at parameter"), message);
    }
}
