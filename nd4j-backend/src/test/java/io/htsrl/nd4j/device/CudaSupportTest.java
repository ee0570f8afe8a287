package io.htsrl.nd4j.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.htsrl.core.error.Violations;
import io.htsrl.nd4j.device.Nd4jRuntime.Preflight;
import io.htsrl.policies.backend.ProcessorFeatures;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a build for CUDA on machines that are not there: what {@code nvidia-smi} prints decides. */
class CudaSupportTest {
    private static final BackendJars CUDA = new BackendJars("linux-x86_64", List.of(), List.of("-cudnn"), true);
    private static final ProcessorFeatures PROCESSOR = ProcessorFeatures.ofHotSpot(2);
    private static final String H200 = "0, GPU-11, NVIDIA H200, 9.0, 143771, 550.54.15";
    private static final String A100 = "1, GPU-22, NVIDIA A100-SXM4-40GB, 8.0, 40960, 550.54.15";

    private static String messages(String... lines) {
        return messages(NvidiaSmi.of(0, String.join("\n", lines)));
    }

    private static String messages(NvidiaSmi machine) {
        return Preflight.check(CUDA, PROCESSOR, null, () -> machine).list().stream()
                .map(Violations.Violation::toString)
                .collect(Collectors.joining("\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.7", "5.2", "6.1", "7.0", "7.5", "8.0", "8.6", "8.9"})
    void shouldTakeWhatTheLibraryHasCodeFor(String capability) {
        assertEquals("", messages("0, GPU-1, Any, " + capability + ", 8192, 510.39"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.1", "3.5", "9.0", "10.0", "12.0", "[N/A]"})
    void shouldRefuseWhatTheLibraryHasNoCodeFor(String capability) {
        String message = messages("0, GPU-1, Any, " + capability + ", 8192, 510.39");

        assertTrue(message.startsWith("CUDA device 0 Any: it must have a compute capability of 3.7 .. 8.9"), message);
        assertTrue(message.contains("build without -Pcuda"), message);
    }

    @Test
    void shouldSayExactlyWhatKeepsAnH200FromComputing() {
        assertEquals(
                "CUDA device 0 NVIDIA H200: it must have a compute capability of 3.7 .. 8.9, and its is 9.0: ND4J "
                        + "1.0.0-M2.1 has code for no other; build without -Pcuda (with ./hts: unset HTS_PROFILES) to compute "
                        + "on the CPU",
                messages(H200));
    }

    @Test
    void shouldNameTheDeviceThatCanBeUsed() {
        String message = messages(H200, A100);

        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains("CUDA_VISIBLE_DEVICES=1 leaves device 1 (NVIDIA A100-SXM4-40GB)"), message);
        assertEquals("", messages(NvidiaSmi.of(0, H200 + "\n" + A100).visible("1")));
        assertEquals("", messages(NvidiaSmi.of(0, H200 + "\n" + A100).visible("GPU-22")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "7", "NoDevFiles"})
    void shouldTakeHiddenDevicesForNone(String visible) {
        String message = messages(NvidiaSmi.of(0, H200 + "\n" + A100).visible(visible));

        assertTrue(message.contains("CUDA_VISIBLE_DEVICES=" + visible + " names none of the 2 devices"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "9,NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
        "127,",
        "0,No devices were found",
        "0,''"
    })
    void shouldSayWhyThereIsNoDevice(int status, String output) {
        String message = messages(NvidiaSmi.of(status, output == null ? "" : output));

        assertTrue(message.startsWith("ND4J backend cuda: it needs a CUDA device, and nvidia-smi "), message);
        assertTrue(output == null || message.contains(output), message);
        assertTrue(message.contains("install NVIDIA's driver, 450.80 or newer, or build without -Pcuda"), message);
    }

    @Test
    void shouldDoWithoutNvidiaSmi() {
        NvidiaSmi none = NvidiaSmi.query(List.of("/nowhere/nvidia-smi"));

        assertTrue(messages(none).contains("the PATH has no nvidia-smi"), () -> messages(none));
    }

    @Test
    void shouldReadWhatAProgramPrints() {
        assertEquals(
                List.of(new CudaDevice(1, "GPU-22", "NVIDIA A100-SXM4-40GB", 80, 40960, "550.54.15")),
                NvidiaSmi.query(List.of("echo", A100)).devices());
    }

    @Test
    void shouldDescribeADevice() {
        assertEquals(
                "0: NVIDIA H200, compute capability 9.0, 143,771 MiB, driver 550.54.15",
                CudaDevice.parse(H200).toString());
    }

    @Test
    void shouldNotAskForDevicesInABuildForTheCpu() {
        BackendJars cpu = new BackendJars("linux-x86_64", List.of("-onednn-avx2"), List.of(), false);

        assertTrue(Preflight.check(cpu, PROCESSOR, null, () -> fail("asked")).isEmpty());
    }

    @Test
    void shouldTellEverythingAtOnce() {
        BackendJars without = new BackendJars("macosx-arm64", List.of(), List.of(), true);
        List<Violations.Violation> list = Preflight.check(without, PROCESSOR, null, () -> NvidiaSmi.of(0, H200))
                .list();

        assertEquals(2, list.size());
        assertTrue(list.get(0).rule().contains("macosx-arm64"), list::toString);
    }

    @Test
    void shouldRefuseALibraryThatTheProcessorCannotRun() {
        BackendJars avx2 = new BackendJars("linux-x86_64", List.of("-onednn-avx2"), List.of(), false);
        String message = Preflight.check(avx2, ProcessorFeatures.ofHotSpot(1), null, () -> fail("asked"))
                .list()
                .get(0)
                .toString();

        assertEquals(
                "ND4J library linux-x86_64-onednn-avx2: it must be one that this processor can run, which has no "
                        + "AVX2 or AVX-512; build with -Pbaseline (with ./hts: HTS_PROFILES=baseline)",
                message);
    }

    @Test
    void shouldRefuseAPropertyThatNamesNone() {
        BackendJars avx2 = new BackendJars("linux-x86_64", List.of("-onednn-avx2"), List.of(), false);
        String message = Preflight.check(avx2, PROCESSOR, "-vednn", () -> fail("asked"))
                .list()
                .get(0)
                .toString();

        assertTrue(message.contains("-Dorg.bytedeco.javacpp.platform.extension=-vednn"), message);
    }
}
