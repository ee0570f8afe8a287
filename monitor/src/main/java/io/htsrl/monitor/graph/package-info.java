/**
 * Drawings of a run's data flow. {@link io.htsrl.monitor.graph.RunFlow} makes a {@link io.htsrl.monitor.graph.Flow}
 * from resolved settings, {@link io.htsrl.monitor.graph.GraphCommand.Rates} adds a run's measurements, and
 * {@link io.htsrl.monitor.graph.MermaidText} or {@link io.htsrl.monitor.graph.SvgText} writes it.
 * {@link io.htsrl.monitor.graph.GraphCommand} is {@code hts graph}. Equal settings give equal text.
 */
package io.htsrl.monitor.graph;
