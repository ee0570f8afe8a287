/**
 * {@code hts doctor}: looks at the machine, the build and the network before a run does. Each
 * {@link io.htsrl.trainer.doctor.Examination} looks at one thing and returns {@link io.htsrl.trainer.doctor.Finding}s;
 * {@link io.htsrl.trainer.doctor.Doctor} makes all of them, whatever becomes of the others.
 */
package io.htsrl.trainer.doctor;
