package io.htsrl.nd4j.device;

import io.htsrl.core.error.Violations;
import java.util.List;
import java.util.Locale;

/**
 * Device as described by NVIDIA's driver. Immutable.
 *
 * @param index index as in {@code nvidia-smi}
 * @param uuid such as {@code GPU-5a1b...}
 * @param capability compute capability in tenths, such as 86 for 8.6; 0 where the driver does not report it
 * @param memoryMib total memory in MiB
 */
public record CudaDevice(int index, String uuid, String name, int capability, long memoryMib, String driver) {
    private static final int COLUMNS = 6;

    /** @param line {@code index, uuid, name, compute_cap, memory.total, driver_version} of {@code nvidia-smi} */
    static CudaDevice parse(String line) {
        String[] fields = line.strip().split("\\s*,\\s*");
        if (fields.length != COLUMNS) {
            throw new IllegalArgumentException("not a line of a device: " + line);
        }
        return new CudaDevice(
                Integer.parseInt(fields[0]), fields[1], fields[2], tenths(fields[3]), number(fields[4]), fields[5]);
    }

    private static int tenths(String capability) {
        return capability.matches("\\d+\\.\\d") ? Integer.parseInt(capability.replace(".", "")) : 0;
    }

    private static long number(String text) {
        return text.matches("\\d+") ? Long.parseLong(text) : 0;
    }

    /** Returns the compute capability, such as {@code 8.6}. */
    public String capabilityText() {
        return capability == 0 ? "unknown" : tenthsText(capability);
    }

    static String tenthsText(int tenths) {
        return String.format(Locale.ROOT, "%d.%d", tenths / 10, tenths % 10);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d: %s, compute capability %s, %,d MiB, driver %s",
                index,
                name,
                capabilityText(),
                memoryMib,
                driver);
    }

    /**
     * Devices that ND4J's CUDA library supports. The library of {@code nd4j-cuda-11.6} 1.0.0-M2.1 holds machine code
     * for compute capabilities 3.7 .. 8.6 and no PTX that a driver could translate for others: devices up to 8.9 run
     * it, later ones (Hopper, Blackwell) end the process in native code. A function of its arguments, any thread.
     */
    public static final class CudaSupport {
        /** Least supported compute capability, in tenths. */
        static final int LEAST = 37;

        static final int GREATEST = 89;
        private static final String WITHOUT =
                "build without -Pcuda (with ./hts: unset HTS_PROFILES) to compute on the CPU";

        private CudaSupport() {}

        /** Returns whether the library contains code for the device. */
        public static boolean canUse(CudaDevice device) {
            return device.capability() >= LEAST && device.capability() <= GREATEST;
        }

        /** Adds a violation where a build for CUDA cannot compute on this machine. */
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
}
