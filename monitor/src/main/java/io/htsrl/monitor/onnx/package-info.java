/**
 * Policies as ONNX files: {@link io.htsrl.monitor.onnx.PolicyGraph} says in ONNX's operators what the acting forward
 * and the action head compute, {@link io.htsrl.monitor.onnx.OnnxGraph} and {@link io.htsrl.monitor.onnx.OnnxPolicy.OnnxFile} write it
 * as protocol buffers, {@link io.htsrl.monitor.onnx.ExportCommand} is {@code hts export}. The same parameters give the
 * same bytes.
 */
package io.htsrl.monitor.onnx;
