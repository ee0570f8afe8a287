package io.htsrl.cli.doctor;

import io.htsrl.core.settings.Layer;
import java.util.function.Consumer;

/**
 * {@code hts doctor --join}: examines the way to a learner on another machine. Found as a service: a class with a
 * public constructor without parameters, named in {@code META-INF/services/io.htsrl.cli.doctor.ConnectionDoctor}. One
 * thread.
 */
public interface ConnectionDoctor {

    /**
     * Examines, and returns whether nothing is wrong.
     *
     * @param address as it was given
     * @param flags of the command line, with those that the examination has settings for
     * @param report receives each finding as soon as it is there
     * @throws io.htsrl.core.error.ConfigurationException when the user has to change a flag
     */
    boolean examine(String address, Layer flags, Consumer<Finding> report);
}
