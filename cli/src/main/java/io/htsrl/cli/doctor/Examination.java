package io.htsrl.cli.doctor;

import java.util.List;

/** Looks at one thing. One thread. */
@FunctionalInterface
interface Examination {

    /**
     * What it is like; at least one finding.
     *
     * @throws io.htsrl.core.error.ConfigurationException with what is wrong, where nothing more can be looked at
     */
    List<Finding> examine();
}
