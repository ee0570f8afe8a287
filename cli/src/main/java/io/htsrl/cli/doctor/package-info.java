/**
 * {@code hts doctor}: looks at the machine, the build and the network before a run does. Each
 * {@link io.htsrl.cli.doctor.Examination} looks at one thing and returns {@link io.htsrl.cli.doctor.Finding}s;
 * {@link io.htsrl.cli.doctor.Doctor} makes all of them, whatever becomes of the others;
 * {@link io.htsrl.cli.doctor.DoctorCommand} tells them.
 */
package io.htsrl.cli.doctor;
