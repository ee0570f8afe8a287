/**
 * {@code hts doctor}: looks at the machine, the build and the network before a run does. Each of
 * {@link io.htsrl.cli.doctor.Examinations} looks at one thing and returns {@link io.htsrl.cli.doctor.Finding}s;
 * {@link io.htsrl.cli.doctor.Doctor} makes all of them, whatever becomes of the others;
 * {@link io.htsrl.cli.doctor.DoctorCommand} prints them.
 */
package io.htsrl.cli.doctor;
