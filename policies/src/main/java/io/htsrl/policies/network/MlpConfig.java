package io.htsrl.policies.network;

import io.htsrl.core.environment.ObservationSpace;
import io.htsrl.core.error.Violations;
import io.htsrl.core.settings.Setting;
import io.htsrl.core.settings.SettingGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Shape of a multi-layer perceptron between its inputs and its {@link Heads}.
 *
 * @param hiddenSizes units of each hidden layer, at least one layer
 * @param policyHiddenSizes those of the policy, where they differ
 * @param valueHiddenSizes those of the value, where they differ; of SAC and its kin those of the critics
 * @param activation after every hidden layer
 * @param layerNorm whether a normalisation follows every hidden layer, before its activation
 * @param batchNorm whether batch normalisations precede the first layer and follow every activation
 * @param sharedTorso whether an actor-critic's policy and value share the hidden layers; separate ones are the default
 *     of CleanRL and Stable-Baselines3. The networks of other heads have one torso always
 * @param normalization normalisation of the observations
 */
@SettingGroup("Network")
public record MlpConfig(
        @Setting(
                defaultValue = "64,64",
                onlyWith = "network=mlp|combined",
                help = "Units of the hidden layers, such as 64,64.")
        List<Integer> hiddenSizes,

        @Setting(onlyWith = "network=mlp|combined", help = "Those of the policy (default: --hidden-sizes).")
        Optional<List<Integer>> policyHiddenSizes,

        @Setting(
                onlyWith = "network=mlp|combined",
                help = "Those of the value, or of the critics (default: --hidden-sizes).")
        Optional<List<Integer>> valueHiddenSizes,

        @Setting(defaultValue = "tanh", onlyWith = "network=mlp|combined", help = "Activation after each hidden layer.")
        Activation activation,

        @Setting(
                defaultValue = "false",
                onlyWith = "network=mlp|combined",
                otherwise = "false",
                help = "Layer normalization after each hidden layer, before its activation.")
        boolean layerNorm,

        @Setting(
                defaultValue = "false",
                onlyWith = "network=mlp|combined",
                otherwise = "false",
                help = "Batch normalization before each dense layer.")
        boolean batchNorm,

        @Setting(
                defaultValue = "false",
                onlyWith = "network=mlp|combined",
                otherwise = "true",
                help = "Policy and value share the hidden layers.")
        boolean sharedTorso,

        ObservationNormalization normalization)
        implements NetworkConfig {
    /** Name for {@code --network}. */
    public static final String NAME = "mlp";

    private static final int MOST_LAYERS = 100;

    public MlpConfig {
        hiddenSizes = List.copyOf(hiddenSizes);
        policyHiddenSizes = policyHiddenSizes.map(List::copyOf);
        valueHiddenSizes = valueHiddenSizes.map(List::copyOf);
        normalization = normalization == null ? ObservationNormalization.NONE : normalization; // not set
    }

    /** Creates a network that reads raw observations. */
    public MlpConfig(List<Integer> hiddenSizes, Activation activation, boolean sharedTorso) {
        this(
                hiddenSizes,
                Optional.empty(),
                Optional.empty(),
                activation,
                false,
                false,
                sharedTorso,
                ObservationNormalization.NONE);
    }

    /** Returns these settings with another normalisation of observations. */
    public MlpConfig with(ObservationNormalization newNormalization) {
        return new MlpConfig(
                hiddenSizes,
                policyHiddenSizes,
                valueHiddenSizes,
                activation,
                layerNorm,
                batchNorm,
                sharedTorso,
                newNormalization);
    }

    /** Returns the settings of a critic: its hidden layers are those of the value, and it reads what it is given. */
    public MlpConfig ofValues() {
        return new MlpConfig(
                valueSizes(),
                Optional.empty(),
                Optional.empty(),
                activation,
                layerNorm,
                batchNorm,
                sharedTorso,
                ObservationNormalization.NONE);
    }

    /** Returns the units of the hidden layers of the policy, or of the only torso. */
    public List<Integer> policySizes() {
        return policyHiddenSizes.orElse(hiddenSizes);
    }

    /** Returns the units of the hidden layers of a value head with a torso of its own, or of critics. */
    public List<Integer> valueSizes() {
        return valueHiddenSizes.orElse(hiddenSizes);
    }

    /** Returns whether the network is dense layers with tanh or relu alone, which have the fastest passes. */
    public boolean isPlain() {
        return !layerNorm && !batchNorm && (activation == Activation.TANH || activation == Activation.RELU);
    }

    /** Adds the hidden layers of one torso to a graph and returns the last. */
    public Layer addTo(LayerGraph graph, Layer input) {
        Layer x = batchNorm ? graph.batchNorm(input) : input;
        for (int units : graph.torso().equals("value") ? valueSizes() : policySizes()) {
            x = graph.dense(x, units);
            x = graph.activation(layerNorm ? graph.norm(x) : x, activation);
            x = batchNorm ? graph.batchNorm(x) : x;
        }
        return x;
    }

    @Override
    public String network() {
        return NAME;
    }

    @Override
    public boolean sharesTorso() {
        return sharedTorso;
    }

    @Override
    public String description() {
        String sizes = policySizes().equals(valueSizes())
                ? text(policySizes())
                : "policy " + text(policySizes()) + ", value " + text(valueSizes());
        return sizes + " " + activation + (layerNorm ? " with layer norm" : "")
                + (batchNorm ? " with batch norm" : "")
                + (normalization.normObs() ? ", normalized inputs" : "");
    }

    private static String text(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    @Override
    public void check(Violations violations) {
        checkSizes("--hidden-sizes", hiddenSizes, violations);
        checkOwn("--policy-hidden-sizes", policyHiddenSizes, violations);
        checkOwn("--value-hidden-sizes", valueHiddenSizes, violations);
        normalization.check(violations);
    }

    private static void checkOwn(String flag, Optional<List<Integer>> sizes, Violations violations) {
        sizes.ifPresent(given -> checkSizes(flag, given, violations));
    }

    @Override
    public Map<String, Object> separate() {
        Map<String, Object> own = new TreeMap<>();
        policyHiddenSizes.ifPresent(sizes -> own.put("--policy-hidden-sizes", sizes));
        valueHiddenSizes.ifPresent(sizes -> own.put("--value-hidden-sizes", sizes));
        return own;
    }

    private static void checkSizes(String flag, List<Integer> sizes, Violations violations) {
        violations.check(
                !sizes.isEmpty()
                        && sizes.size() <= MOST_LAYERS
                        && sizes.stream().allMatch(size -> size >= 1 && size <= 65536),
                flag,
                sizes,
                "must name one layer or more, " + MOST_LAYERS + " at most, of 1 .. 65536 units",
                "give 64,64 for example");
    }

    @Override
    public void check(ObservationSpace frame, int frameStack, Violations violations) {
        normalization.check(frame, violations);
    }

    @Override
    public NetworkSize size(ObservationSpace frame, int frameStack, FirstHead first, Heads heads) {
        long inputs = (long) frameStack * frame.size();
        int rows = heads.outputWidth(first.outputs());
        NetworkSize policy = torsoSize(inputs, policySizes());
        NetworkSize value = torsoSize(inputs, valueSizes());
        boolean separate = heads.separateTorsos(sharedTorso);
        long valueUnits = separate ? valueSizes().get(valueSizes().size() - 1) : 0;
        long units = policySizes().get(policySizes().size() - 1);
        long valueRows = separate ? 1 : 0;
        return new NetworkSize(
                policy.parameters()
                        + (separate ? value.parameters() + valueUnits + 1 : 0)
                        + first.parameters(units)
                        + (units + 1) * (rows - first.outputs() - valueRows)
                        + normalization.parameters(frame),
                (normalization.normObs() ? 2 : 1) * inputs
                        + policy.activations()
                        + (separate ? value.activations() : 0)
                        + 2L * rows,
                Math.max(Math.max(policy.widest(), separate ? value.widest() : 0), rows));
    }

    @Override
    public int policyUnits(ObservationSpace frame, int frameStack) {
        return policySizes().get(policySizes().size() - 1);
    }

    @Override
    public boolean normalizesBatches() {
        return batchNorm;
    }

    @Override
    public boolean hasCritics() {
        return true;
    }

    @Override
    public NetworkSize criticSize(ObservationSpace frame, int frameStack, int actionWidth, int outputs) {
        long inputs = (long) frameStack * frame.size() + actionWidth;
        return inputs > Integer.MAX_VALUE
                ? NetworkSize.tooLarge(inputs)
                : ofValues().size(ObservationSpace.floats((int) inputs), 1, FirstHead.of(outputs), Heads.Q);
    }

    /** Returns the size of one torso. */
    private NetworkSize torsoSize(long inputs, List<Integer> sizes) {
        long ofNorm = batchNorm ? Operation.BatchNormalization.TENSORS : 0;
        long parameters = ofNorm * inputs;
        long activations = batchNorm ? 3 * inputs : 0;
        long widest = inputs;
        long below = inputs;
        for (int units : sizes) {
            parameters += (below + 1) * units + (layerNorm ? 2L * units : 0) + ofNorm * units;
            activations +=
                    ((isPlain() ? 2L : layerNorm ? 6L : 4L) + (batchNorm ? 3L : 0)) * units; // and their gradients
            widest = Math.max(widest, units);
            below = units;
        }
        return new NetworkSize(parameters, activations, widest);
    }

    @Override
    public void checkSize(NetworkSize size, Violations violations) {
        violations.check(
                size.parameters() <= NetworkSize.MOST_PARAMETERS,
                "--hidden-sizes",
                hiddenSizes,
                "must make at most " + NetworkSize.MOST_PARAMETERS + " parameters, and make " + size.parameters(),
                "give smaller layers, such as 64,64");
    }
}
