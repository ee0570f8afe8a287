/**
 * What people look at a run with: the live page, TensorBoard, loggers, export, the drawing of its data flow. All of it is
 * found as a service; what it reads are copies, it never locks the data path, never changes a bit, and costs nothing
 * where it is not asked for.
 */
package io.htsrl.monitor;
