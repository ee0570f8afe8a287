package io.htsrl.core.environment;

import io.htsrl.core.error.ConfigurationException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Policies of the agents of an environment. Immutable.
 *
 * @param policies names, in the order of their indices; empty where all agents share one
 * @param ofAgent index of each agent's policy, in the order of {@link Agents#names}
 */
record PolicyMap(List<String> policies, List<Integer> ofAgent) {
    private static final String FLAG = "--policies";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    /**
     * Reads {@code shared}, {@code separate}, or a list of {@code AGENT=POLICY} with commas between, in which {@code *}
     * in an agent's name stands for any characters and the first entry that fits an agent counts.
     *
     * @throws ConfigurationException when an agent has no policy, an entry has no agent, or the text is none of these
     */
    static PolicyMap of(String text, List<String> agents) {
        if (text.equals(EnvironmentSource.SHARED)) {
            return new PolicyMap(List.of(), agents.stream().map(agent -> 0).toList());
        }
        List<String> chosen = text.equals("separate") ? agents : chosen(text, agents);
        List<String> policies = List.copyOf(new LinkedHashSet<>(chosen));
        return new PolicyMap(policies, chosen.stream().map(policies::indexOf).toList());
    }

    /**
     * Returns the specification of all agents with these policies.
     *
     * @throws ConfigurationException when two agents with different spaces share a policy
     */
    EnvironmentSpec apply(Agents agents) {
        if (agents.alike()) {
            return agents.spec().withPolicies(policies);
        }
        Agents.Spaces[] spaces = new Agents.Spaces[Math.max(1, policies.size())];
        String[] first = new String[spaces.length];
        for (int agent = 0; agent < agents.count(); agent++) {
            Agents.Spaces own = Agents.Spaces.of(agents.spec(agent));
            int policy = ofAgent.get(agent);
            if (spaces[policy] == null) {
                spaces[policy] = own;
                first[policy] = agents.names().get(agent);
            } else if (!spaces[policy].equals(own)) {
                throw refused(
                        policies.isEmpty() ? EnvironmentSource.SHARED : policies.get(policy),
                        "must be a policy of agents with equal spaces, and " + first[policy] + " has (" + spaces[policy]
                                + "), " + agents.names().get(agent) + " (" + own + ")",
                        "give separate, or a policy for each kind of agent");
            }
        }
        ObservationSpace rows = agents.spec().observationSpace();
        return agents.spec()
                .with(
                        rows.withPolicies(policies, List.of(spaces)),
                        agents.spec().actionSpace());
    }

    /** Returns the name of each agent's policy. */
    private static List<String> chosen(String text, List<String> agents) {
        List<String> chosen = new ArrayList<>(agents);
        Set<String> open = new LinkedHashSet<>(agents);
        for (String entry : text.split(",", -1)) {
            String[] words = entry.split("=", -1);
            if (words.length != 2 || !NAME.matcher(words[1]).matches()) {
                throw refused(
                        text,
                        "must be shared, separate, or AGENT=POLICY,AGENT=POLICY with policies of letters, digits, _ and -",
                        "give " + agents.get(0) + "=first,*=others, for example");
            }
            Pattern agent = Pattern.compile(Pattern.quote(words[0]).replace("*", "\\E.*\\Q"));
            List<String> fitting =
                    open.stream().filter(name -> agent.matcher(name).matches()).toList();
            if (fitting.isEmpty()) {
                throw refused(
                        text,
                        "must name, in each entry, one of " + String.join(", ", agents)
                                + " that no entry before it names, and " + words[0] + " names none",
                        "leave " + entry + " out");
            }
            fitting.forEach(name -> chosen.set(agents.indexOf(name), words[1]));
            fitting.forEach(open::remove);
        }
        if (!open.isEmpty()) {
            throw refused(
                    text,
                    "must name a policy for each agent, and leaves out " + String.join(", ", open),
                    "add *=others");
        }
        return new ArrayList<>(chosen);
    }

    private static ConfigurationException refused(String text, String rule, String remedy) {
        return new ConfigurationException(FLAG, text, rule, remedy);
    }
}
