package io.htsrl.policies.backend;

import java.util.Locale;

/**
 * A device as NVIDIA's driver describes it. Immutable.
 *
 * @param index      as in {@code nvidia-smi}
 * @param uuid       such as {@code GPU-5a1b...}
 * @param capability its compute capability in tenths, such as 86 for 8.6; 0 where the driver does not tell
 * @param memoryMib  all of its memory
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

    /** Such as {@code 8.6}. */
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
}
