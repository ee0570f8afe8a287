/** Commands that write a project for the user's own environment or algorithm from templates in the resources. */
package io.htsrl.cli.project;
