package io.htsrl.policies.network;

import java.util.Locale;

/** Non-linearity after a layer. All are computed from IEEE operations and {@code RationalTanh}. */
public enum Activation {
    TANH,
    RELU,
    /** {@code x} above 0, {@code exp(x) - 1} below (Clevert et al. 2016, arXiv:1511.07289). */
    ELU,
    /** {@code x sigmoid(x)} (Elfwing et al. 2018, arXiv:1702.03118). */
    SILU,
    /** {@code x Phi(x)} in the approximation by tanh (Hendrycks and Gimpel 2016, arXiv:1606.08415). */
    GELU;

    /** Returns the name in settings. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
