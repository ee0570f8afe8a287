/** Messages of protocol buffers, on protobuf's own encoder: ONNX and TensorBoard's event files are made of them. */
package io.htsrl.monitor.protobuf;
