package io.htsrl.nd4j;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.nd4j.device.BackendJars;
import io.htsrl.nd4j.device.BackendJars.LibraryChoice;
import io.htsrl.nd4j.device.ComputeProbe;
import io.htsrl.nd4j.device.CudaDevice;
import io.htsrl.nd4j.device.CudaDevice.CudaSupport;
import io.htsrl.nd4j.device.NativeBackend;
import io.htsrl.nd4j.device.Nd4jRuntime;
import io.htsrl.nd4j.device.NvidiaSmi;
import io.htsrl.nd4j.network.Nd4jConv;
import io.htsrl.nd4j.network.Nd4jMlp;
import io.htsrl.policies.backend.BackendFacts;
import io.htsrl.policies.backend.ComputeBackend;
import io.htsrl.policies.network.ConvLayout;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.MlpLayout;
import io.htsrl.policies.network.NetworkLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Backend of {@code --backend nd4j}: ND4J's native libraries, or CUDA in a build for it. */
public final class Nd4jBackend implements ComputeBackend {
    /**
     * Least share of a matrix product's speed at which a convolution counts as oneDNN's. It has 0.6 to 1 with oneDNN,
     * 0.1 to 0.2 without.
     */
    private static final double ONEDNN_SHARE = 0.35;

    @Override
    public String name() {
        return "nd4j";
    }

    @Override
    public GradientNetwork network(NetworkLayout layout, int maxRows) {
        if (layout instanceof MlpLayout mlp) {
            return new Nd4jMlp(mlp, maxRows);
        }
        if (layout instanceof ConvLayout conv) {
            return new Nd4jConv(conv, maxRows);
        }
        throw new ConfigurationException(
                "--backend",
                name(),
                "must compute an mlp with tanh or relu and without --layer-norm, nature, impala or minatar",
                "choose --backend jvm, or such a network");
    }

    @Override
    public void prepare() {
        LibraryChoice.conclude();
    }

    @Override
    public BackendFacts expected() {
        return new BackendFacts(BackendJars.onClassPath().backend(), LibraryChoice.classifier());
    }

    @Override
    public BackendFacts load() {
        Nd4jRuntime.load();
        NativeBackend.current().attachThread();
        return NativeBackend.facts();
    }

    @Override
    public Map<String, String> libraries() {
        Properties properties = new Properties();
        try (InputStream in = Nd4jBackend.class.getResourceAsStream("build.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("build.properties of nd4j-backend cannot be read", e);
        }
        Map<String, String> libraries = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> libraries.put(key, properties.getProperty(key)));
        libraries.put("nd4j-classifier", BackendJars.onClassPath().classifiers().collect(Collectors.joining(", ")));
        return libraries;
    }

    @Override
    public List<Finding> devices() {
        return devices(BackendJars.onClassPath(), NvidiaSmi.query());
    }

    /** Lists the devices. In a build for CUDA {@link #examine} reports missing devices as an error. */
    static List<Finding> devices(BackendJars jars, NvidiaSmi machine) {
        return machine.devices().isEmpty()
                ? List.of(new Finding("devices", "none: " + machine.problem()))
                : machine.devices().stream()
                        .map(device -> new Finding("device", device + use(jars, device)))
                        .toList();
    }

    private static String use(BackendJars jars, CudaDevice device) {
        return !CudaSupport.canUse(device)
                ? "; ND4J 1.0.0-M2.1 has no code for it"
                : jars.forCuda() ? "" : "; build with -Pcuda (with ./hts: HTS_PROFILES=cuda) to use it";
    }

    @Override
    public List<Finding> examine() {
        BackendJars jars = BackendJars.onClassPath();
        BackendFacts facts = load();
        return List.of(
                new Finding(
                        "nd4j",
                        "ND4J for " + jars.backend() + "; on the class path: "
                                + jars.classifiers().collect(Collectors.joining(", "))),
                new Finding("library", LibraryChoice.classifier() + ", " + facts.library()),
                new Finding(
                        "threads",
                        facts.blas().toLowerCase(Locale.ROOT) + " with " + count(facts.blasThreads()) + ", OpenMP with "
                                + count(facts.ompThreads()) + ", whatever --learners says"),
                speed(ComputeProbe.run()));
    }

    private static String count(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }

    /** Reports whether the build has oneDNN. */
    static Finding speed(ComputeProbe probe) {
        String text =
                String.format(Locale.ROOT, "matmul %.0f, conv2d %.0f GFLOP/s", probe.product(), probe.convolution());
        return probe.convolution() >= ONEDNN_SHARE * probe.product()
                ? new Finding("speed", text)
                : new Finding(
                        "speed",
                        text + ": convolutions are not those of oneDNN",
                        "build with a classifier that names onednn, such as linux-x86_64-onednn-avx2");
    }
}
