<#-- dependencyMap: a list of pairs, the project and the names of its licences -->
What lib holds, and under which licence.

<#list dependencyMap as entry>
<#assign p = entry.getKey()/>
${p.artifactId}-${p.version}: ${entry.getValue()?join("; ")} (${p.groupId}<#if p.url?has_content>, ${p.url}</#if>)
</#list>
