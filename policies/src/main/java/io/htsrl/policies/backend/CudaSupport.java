package io.htsrl.policies.backend;

import io.htsrl.core.error.Violations;
import java.util.List;

/**
 * Which devices ND4J's CUDA library can run on. The library of {@code nd4j-cuda-11.6} 1.0.0-M2.1 holds machine code for
 * compute capabilities 3.7 .. 8.6 and no PTX that a driver could translate for others: devices up to 8.9 run it, later
 * ones (Hopper, Blackwell) end the process in native code. A function of its arguments, any thread.
 */
public final class CudaSupport {
    /** In tenths. */
    static final int LEAST = 37;

    static final int GREATEST = 89;
    private static final String WITHOUT = "build without -Pcuda (with ./hts: unset HTS_PROFILES) to compute on the CPU";

    private CudaSupport() {}

    /** Whether the library holds code for the device. */
    public static boolean canUse(CudaDevice device) {
        return device.capability() >= LEAST && device.capability() <= GREATEST;
    }

    /** Adds what keeps a build for CUDA from computing on this machine. */
    static void check(NvidiaSmi machine, Violations violations) {
        if (machine.devices().isEmpty()) {
            violations.add(
                    "ND4J backend",
                    "cuda",
                    "needs a CUDA device, and " + machine.problem(),
                    "install NVIDIA's driver, 450.80 or newer, or " + WITHOUT);
            return;
        }
        List<CudaDevice> usable =
                machine.devices().stream().filter(CudaSupport::canUse).toList();
        for (CudaDevice device : machine.devices()) {
            violations.check(
                    canUse(device), "CUDA device " + device.index(), device.name(), rule(device), remedy(usable));
        }
    }

    private static String rule(CudaDevice device) {
        return "must have a compute capability of " + CudaDevice.tenthsText(LEAST) + " .. "
                + CudaDevice.tenthsText(GREATEST) + ", and its is " + device.capabilityText()
                + ": ND4J 1.0.0-M2.1 has code for no other";
    }

    private static String remedy(List<CudaDevice> usable) {
        return usable.isEmpty()
                ? WITHOUT
                : "hide it: CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES="
                        + usable.get(0).index() + " leaves device "
                        + usable.get(0).index() + " (" + usable.get(0).name() + ")";
    }
}
