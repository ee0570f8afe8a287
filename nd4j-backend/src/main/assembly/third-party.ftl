<#-- dependencyMap: a list of pairs, the project and the names of its licences -->
What this folder holds, and under which licence.

<#list dependencyMap as entry>
<#assign p = entry.getKey()/>
${p.artifactId}-${p.version}: ${entry.getValue()?join("; ")} (${p.groupId}<#if p.url?has_content>, ${p.url}</#if>)
</#list>

Inside of native jars:
openblas: OpenBLAS, BSD-3-Clause; libgfortran, libquadmath and libgcc, GPL-3.0 or LGPL-2.1 with the GCC Runtime Library
  Exception, by which what uses them need not be under these
nd4j-native: oneDNN, Apache-2.0; libgomp, GPL-3.0 with the GCC Runtime Library Exception
