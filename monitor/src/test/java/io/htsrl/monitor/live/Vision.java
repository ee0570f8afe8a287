package io.htsrl.monitor.live;

import java.util.Arrays;

/**
 * How eyes see colours of the web: contrast as WCAG 2 has it, and distances in CIE Lab as people with a kind of colour
 * blindness see them (Machado, Oliveira, Fernandes 2009, full severity). Immutable, any thread.
 */
enum Vision {
    NORMAL(1, 0, 0, 0, 1, 0, 0, 0, 1),
    PROTANOPIA(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    DEUTERANOPIA(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    TRITANOPIA(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900);

    private static final double[] XYZ = {
        0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.0721750, 0.0193339, 0.1191920, 0.9503041
    };
    private static final double[] WHITE = {0.95047, 1, 1.08883};

    private final double[] seen;

    Vision(double... seen) {
        this.seen = seen;
    }

    /** Returns 1 to 21, between {@code #rrggbb} and another. */
    static double contrast(String a, String b) {
        double one = luminance(a);
        double other = luminance(b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static double luminance(String colour) {
        double[] rgb = linear(colour);
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    }

    /** How far apart two colours are for this eye; about 2.3 is just noticeable. */
    double distance(String a, String b) {
        double[] one = lab(a);
        double[] other = lab(b);
        return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
    }

    private double[] lab(String colour) {
        double[] clipped = Arrays.stream(times(seen, linear(colour)))
                .map(part -> Math.max(0, Math.min(1, part)))
                .toArray();
        double[] f = times(XYZ, clipped);
        for (int i = 0; i < f.length; i++) {
            double part = f[i] / WHITE[i];
            f[i] = part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16.0 / 116;
        }
        return new double[] {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
    }

    private static double[] linear(String colour) {
        double[] rgb = new double[3];
        for (int i = 0; i < rgb.length; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            rgb[i] = part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
        }
        return rgb;
    }

    private static double[] times(double[] matrix, double[] vector) {
        double[] product = new double[3];
        for (int i = 0; i < matrix.length; i++) {
            product[i / 3] += matrix[i] * vector[i % 3];
        }
        return product;
    }
}
