/**
 * The flow of data of a run as a drawing: {@link io.htsrl.monitor.graph.RunFlow} makes a
 * {@link io.htsrl.monitor.graph.Flow} of resolved settings, {@link io.htsrl.monitor.graph.GraphCommand.Rates} adds what a run has
 * measured, {@link io.htsrl.monitor.graph.MermaidText} or {@link io.htsrl.monitor.graph.SvgText} writes it, and
 * {@link io.htsrl.monitor.graph.GraphCommand} is {@code hts graph}. Equal settings give equal text.
 */
package io.htsrl.monitor.graph;
