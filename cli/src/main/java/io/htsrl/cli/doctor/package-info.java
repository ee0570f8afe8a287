/**
 * {@code hts doctor}: checks the machine, the build and the network before a run. Each of
 * {@link io.htsrl.cli.doctor.Examinations} checks one thing and returns {@link io.htsrl.cli.doctor.Finding}s;
 * {@link io.htsrl.cli.doctor.Examinations.Doctor} runs all of them, even if some fail;
 * {@link io.htsrl.cli.doctor.DoctorCommand} prints them.
 */
package io.htsrl.cli.doctor;
