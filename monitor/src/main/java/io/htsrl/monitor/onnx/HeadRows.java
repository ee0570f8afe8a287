package io.htsrl.monitor.onnx;

/**
 * Names of the tensors that a network's heads give. Immutable.
 *
 * @param first what the first head computes, {@code [batch, outputs]}
 * @param free  outputs of the first head that no state decides, {@code [outputs]}; null where there are none
 * @param value of the value head, {@code [batch, 1]}; null where there is none
 */
record HeadRows(String first, String free, String value) {}
