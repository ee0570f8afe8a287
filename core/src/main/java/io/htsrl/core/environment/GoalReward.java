package io.htsrl.core.environment;

/**
 * The reward of a goal environment's step, and whether the step terminates, as a function of two goals of equal size:
 * the one that the agent has achieved after the step and the desired one; {@code compute_reward} and
 * {@code compute_terminated} of Gymnasium-Robotics. A replay memory calls it with other desired goals (Andrychowicz et
 * al. 2017, "Hindsight Experience Replay"). Pure, any thread; the rule of {@link Environment} about arithmetic applies.
 */
public interface GoalReward {
    /** Part of an observation: the achieved goal. */
    String ACHIEVED = "achieved_goal";
    /** Part of an observation: the desired goal. */
    String DESIRED = "desired_goal";

    /**
     * Returns the reward of a step; {@code size} elements from {@code achievedAt} and {@code desiredAt} are the goals.
     */
    double reward(float[] achieved, int achievedAt, float[] desired, int desiredAt, int size);

    /** Returns whether the step ends its episode in a terminal state, for the same arguments; by default never. */
    default boolean terminates(float[] achieved, int achievedAt, float[] desired, int desiredAt, int size) {
        return false;
    }

    /**
     * A reward of the Euclidean distance d between the goals, as in Gymnasium-Robotics. Immutable.
     *
     * @param threshold greatest distance at which the goal is reached
     * @param dense whether the reward is -d
     * @param reached else the reward where the goal is reached
     * @param missed and where it is not
     * @param terminates whether a reached goal ends the episode
     */
    record Distance(double threshold, boolean dense, double reached, double missed, boolean terminates)
            implements GoalReward {
        @Override
        public double reward(float[] achieved, int achievedAt, float[] desired, int desiredAt, int size) {
            double distance = distance(achieved, achievedAt, desired, desiredAt, size);
            return dense ? -distance : distance > threshold ? missed : reached;
        }

        @Override
        public boolean terminates(float[] achieved, int achievedAt, float[] desired, int desiredAt, int size) {
            return terminates && distance(achieved, achievedAt, desired, desiredAt, size) <= threshold;
        }

        private static double distance(float[] achieved, int achievedAt, float[] desired, int desiredAt, int size) {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                double difference = (double) achieved[achievedAt + i] - desired[desiredAt + i];
                sum += difference * difference;
            }
            return Math.sqrt(sum);
        }
    }

    /**
     * The goals in the rows of an observation space. Immutable.
     *
     * @param achieved offset of the achieved goal in a row
     * @param desired offset of the desired goal
     * @param size elements of each
     * @param reward of the environment
     */
    record Goals(int achieved, int desired, int size, GoalReward reward) {

        static Goals of(ObservationSpace space, GoalReward reward) {
            ObservationPart achieved = part(space, ACHIEVED);
            ObservationPart desired = part(space, DESIRED);
            if (achieved.size() != desired.size()) {
                throw new IllegalArgumentException("the parts " + ACHIEVED + " and " + DESIRED
                        + " must have equal sizes, and have " + achieved.size() + " and " + desired.size());
            }
            return new Goals(achieved.offset(), desired.offset(), achieved.size(), reward);
        }

        private static ObservationPart part(ObservationSpace space, String name) {
            return space.parts().stream()
                    .filter(part -> part.name().equals(name)
                            && part.kind() == ObservationPart.Kind.VECTOR
                            && space.kind() == ObservationSpace.Kind.FLOAT32)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("observations with goals must have a part " + name
                            + " of numbers, and these have " + space.parts()));
        }

        /** Returns the reward of a step that led to the observation in {@code row}. */
        double reward(ObservationSlot row) {
            return reward.reward(row.floats(), row.offset() + achieved, row.floats(), row.offset() + desired, size);
        }
    }
}
