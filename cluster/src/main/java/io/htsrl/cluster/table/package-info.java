/**
 * Assignment of columns to workers. {@link io.htsrl.cluster.table.AssignmentTable} is the state of one interval;
 * {@link io.htsrl.cluster.table.Coordinator} reacts when a node joins, falls silent, fails or answers. Placement and
 * time decide which worker computes a column, never its contents. {@link io.htsrl.cluster.table.ClusterMetrics} has
 * copies for other threads. This package uses no network, and no clock except the caller's.
 */
package io.htsrl.cluster.table;
