/** Output of measuring programs: tables, charts, and the base class of their commands. */
package io.htsrl.benchmarks.output;
