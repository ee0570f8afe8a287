package io.htsrl.core.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.htsrl.core.error.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyMapTest {
    private static final List<String> AGENTS = List.of("adversary_0", "agent_0", "agent_1", "a+b");

    @Test
    void shouldShareOnePolicyOrGiveEachAgentItsOwn() {
        assertEquals(new PolicyMap(List.of(), List.of(0, 0, 0, 0)), PolicyMap.of("shared", AGENTS));
        assertEquals(new PolicyMap(AGENTS, List.of(0, 1, 2, 3)), PolicyMap.of("separate", AGENTS));
    }

    /** The first entry that fits counts; all but the star stands for itself. */
    @Test
    void shouldGiveAgentsThePolicyOfTheFirstEntryThatFits() {
        assertEquals(
                new PolicyMap(List.of("hunter", "prey", "last"), List.of(0, 1, 1, 2)),
                PolicyMap.of("agent_*=prey,ad*_0=hunter,a+b=last", AGENTS));
        assertEquals(
                new PolicyMap(List.of("rest", "one"), List.of(0, 1, 0, 0)), PolicyMap.of("agent_0=one,*=rest", AGENTS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "agent_*=x|must name a policy for each agent, and leaves out adversary_0, a+b",
                "a.b=x,*=y|must name, in each entry, one of adversary_0, agent_0, agent_1, a+b that no entry before it names, "
                        + "and a.b names none",
                "*=x,agent_0=y|must name, in each entry, one of adversary_0, agent_0, agent_1, a+b that no entry before it "
                        + "names, and agent_0 names none",
                "all|must be shared, separate, or AGENT=POLICY,AGENT=POLICY with policies of letters, digits, _ and -",
                "*=a.b|must be shared, separate, or AGENT=POLICY,AGENT=POLICY with policies of letters, digits, _ and -",
            })
    void shouldRefuseWhatLeavesAnAgentOut(String text, String rule) {
        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> PolicyMap.of(text, AGENTS));
        assertEquals("--policies " + text + ": it " + rule, refused.getMessage().replaceFirst(";.*", ""));
    }
}
