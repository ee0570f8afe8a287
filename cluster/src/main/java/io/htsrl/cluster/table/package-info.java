/**
 * Who fills which columns: {@link io.htsrl.cluster.table.AssignmentTable} is the state of one interval,
 * {@link io.htsrl.cluster.table.Coordinator} what happens when somebody joins, falls silent, fails or answers. Placement and
 * time decide who computes, never what. {@link io.htsrl.cluster.table.ClusterMetrics} has copies of it for other threads. No
 * network here, and no clock but the caller's.
 */
package io.htsrl.cluster.table;
