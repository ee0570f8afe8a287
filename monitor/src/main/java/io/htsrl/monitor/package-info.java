/**
 * Tools to observe a run: the live page, TensorBoard, loggers, export, and the drawing of its data flow. All of them
 * are found as services. They read copies, never lock the data path, never change a bit, and cost nothing when they are
 * not used.
 */
package io.htsrl.monitor;
