/**
 * Policies as ONNX files. {@link io.htsrl.monitor.onnx.PolicyGraph} expresses the acting forward and the action head in
 * ONNX's operators, {@link io.htsrl.monitor.onnx.OnnxGraph} and {@link io.htsrl.monitor.onnx.OnnxPolicy.OnnxFile} write
 * it as protocol buffers, and {@link io.htsrl.monitor.onnx.ExportCommand} is {@code hts export}. The same parameters
 * give the same bytes.
 */
package io.htsrl.monitor.onnx;
