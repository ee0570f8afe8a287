package io.htsrl.policies.gradient;

/**
 * The product of a dense layer's output gradient and its weights: one chain of fma over the outputs, in their order,
 * for each element. Calls for different slices of {@link DenseStage#SLICE}
 * inputs, or different rows, may run at the same time.
 */
interface InputGradient {

    /** Where nobody needs it. */
    InputGradient NONE = new InputGradient() {
        @Override
        public int slices() {
            return 0;
        }

        @Override
        public int loads() {
            return 0;
        }

        @Override
        public void load(float[] parameters, int slice) {}

        @Override
        public void prepare(int first, int count) {}

        @Override
        public void compute(int first, int count) {}

        @Override
        public void computeSlice(int slice, int rows, int lane) {}
    };

    /** Slices of the inputs. */
    int slices();

    /** How many slices {@link #load} has to be called for. */
    int loads();

    /** Copies in the parameters of the inputs of one slice. */
    void load(float[] parameters, int slice);

    /** Before {@link #computeSlice}: looks at the output's gradient, {@code count} rows from {@code first}. */
    void prepare(int first, int count);

    /** Writes {@code count} rows from {@code first}. */
    void compute(int first, int count);

    /** Writes one slice of the first {@code rows} rows, all of them prepared. */
    void computeSlice(int slice, int rows, int lane);
}
