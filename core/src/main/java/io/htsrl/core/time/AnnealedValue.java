package io.htsrl.core.time;

import io.htsrl.core.math.DeterministicMath;
import java.util.Locale;

/**
 * A number that is constant, or changes over a run from one value to another: linearly, or along half a period of a
 * cosine (Loshchilov and Hutter 2017). A function of the place alone. Immutable, any thread.
 *
 * @param shape course between the two values
 * @param from value at the first place
 * @param to value that it approaches; equal to {@code from} for a constant
 */
public record AnnealedValue(Shape shape, double from, double to) {

    /** Course of a value. */
    public enum Shape {
        CONSTANT,
        LINEAR,
        COSINE
    }

    /** Returns a value that never changes. */
    public static AnnealedValue of(double value) {
        return new AnnealedValue(Shape.CONSTANT, value, value);
    }

    /** Returns a value that changes linearly. */
    public static AnnealedValue linear(double from, double to) {
        return new AnnealedValue(Shape.LINEAR, from, to);
    }

    /** Returns whether the value never changes. */
    public boolean isConstant() {
        return shape == Shape.CONSTANT;
    }

    /**
     * Returns the value at {@code place}, from 0. As in CleanRL, the last of {@code U} planned places is {@code 1/U} of
     * the way before {@code to}.
     */
    public double at(long place, AnnealingHorizon horizon) {
        if (isConstant()) {
            return from;
        }
        double left = Math.max(0, 1 - (double) place / Math.max(1, horizon.at(place)));
        double share = shape == Shape.LINEAR ? left : (1 + DeterministicMath.cos(Math.PI * (1 - left))) / 2;
        return share * from + (1 - share) * to;
    }

    /** Returns the value as settings have it: {@code 3.0E-4} or {@code linear:3.0E-4:0.0}. */
    @Override
    public String toString() {
        return isConstant() ? Double.toString(from) : shape.name().toLowerCase(Locale.ROOT) + ":" + from + ":" + to;
    }
}
