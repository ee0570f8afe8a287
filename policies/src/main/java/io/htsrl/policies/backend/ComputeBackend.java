package io.htsrl.policies.backend;

import io.htsrl.core.error.ConfigurationException;
import io.htsrl.core.schedule.Backend;
import io.htsrl.core.service.Services;
import io.htsrl.policies.network.GradientNetwork;
import io.htsrl.policies.network.NetworkLayout;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Library that computes the learner's gradients instead of the JVM kernel. A module provides it as a service
 * ({@code META-INF/services}), with a public constructor without parameters. Stateless; any thread, for itself.
 */
public interface ComputeBackend {

    /** Returns its name for {@code --backend}, in lower case. */
    String name();

    /**
     * Creates the learner's side of a network; loads the libraries.
     *
     * @param maxRows the greatest number of rows of a minibatch
     * @throws ConfigurationException where it does not support this machine or this network
     */
    GradientNetwork network(NetworkLayout layout, int maxRows);

    /** Prepares the process. A program calls it at start, before any native library is loaded; it loads none itself. */
    default void prepare() {}

    /** Names the device and the library that this process would use; loads neither. */
    BackendFacts expected();

    /**
     * Loads the libraries, binds the calling thread to them, and returns their description.
     *
     * @throws ConfigurationException where they cannot be used on this machine
     */
    BackendFacts load();

    /** Returns the versions of its libraries, by name. */
    Map<String, String> libraries();

    /** Returns the devices of this machine, usable or not. Loads no library. */
    List<Finding> devices();

    /**
     * Loads the libraries, measures them and describes them.
     *
     * @throws ConfigurationException where they cannot be used on this machine
     */
    List<Finding> examine();

    /**
     * Line of its description.
     *
     * @param what subject, in a word or two
     * @param text state of the subject
     * @param remedy remedy that makes it faster; empty where nothing is slow
     */
    record Finding(String what, String text, String remedy) {

        /** Creates a finding without a remedy, where nothing is slow. */
        public Finding(String what, String text) {
            this(what, text, "");
        }
    }

    /**
     * Returns the library for {@code backend}, which replaces the JVM kernel.
     *
     * @throws ConfigurationException where its module is not on the class path
     */
    static ComputeBackend of(Backend backend) {
        String name = backend.name().toLowerCase(Locale.ROOT);
        return Services.load(ComputeBackend.class).stream()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(
                        "--backend",
                        name,
                        "needs the module " + name + "-backend, which is not on the class path",
                        "write --backend " + name + " on the command line of hts, with hts-rl-" + name
                                + "-VERSION.zip unpacked in its folder; in a program of your own depend on "
                                + "io.htsrl:hts-" + name + "-backend"));
    }
}
