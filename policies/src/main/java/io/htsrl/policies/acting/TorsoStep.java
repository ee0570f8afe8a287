package io.htsrl.policies.acting;

/** One operation of a torso, from an {@link Image} to another. One thread; nothing is allocated. */
interface TorsoStep {

    void run(ConvSnapshot snapshot);
}
