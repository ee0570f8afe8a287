package io.htsrl.distribution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Compares the flattened poms with Maven Central's rules, and the JBang alias with the program. */
class CentralTest {
    private static final String VERSION = Archive.VERSION.replace("-SNAPSHOT", "");
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();
    private static final List<String> REQUIRED = List.of(
            "/project/groupId",
            "/project/artifactId",
            "/project/version",
            "/project/name",
            "/project/description",
            "/project/url",
            "/project/licenses/license/name",
            "/project/licenses/license/url",
            "/project/developers/developer/name",
            "/project/scm/connection",
            "/project/scm/developerConnection",
            "/project/scm/url");
    private static final List<String> FORBIDDEN = List.of(
            "/project/parent",
            "/project/repositories",
            "/project/dependencies/dependency[not(version)]",
            "/project/dependencies/dependency[systemPath]",
            "/project/dependencies/dependency[type='test-jar' and not(scope='test')]",
            "//dependency[contains(version, 'SNAPSHOT') and not(groupId='io.htsrl')]",
            "//*[contains(text(), '${')]");

    private static Document read(Path pom) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile());
    }

    private static String text(String path, Document pom) throws XPathExpressionException {
        return XPATH.evaluate("normalize-space(" + path + ")", pom);
    }

    private static List<String> all(String path, Document pom) throws XPathExpressionException {
        int count = Integer.parseInt(XPATH.evaluate("count(" + path + ")", pom));
        List<String> found = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            found.add(text("(" + path + ")[" + i + "]", pom));
        }
        return found;
    }

    /** The poms of all published modules as the build has flattened them. */
    private static List<Path> published() throws Exception {
        List<Path> flattened = new ArrayList<>();
        for (String module : all("/project/modules/module", read(Archive.ROOT.resolve("pom.xml")))) {
            Document pom = read(Archive.ROOT.resolve(module).resolve("pom.xml"));
            if (!text("/project/properties/maven.deploy.skip", pom).equals("true")) {
                flattened.add(Archive.ROOT.resolve(module).resolve("target/.flattened-pom.xml"));
            }
        }
        return flattened;
    }

    static List<String> violations(Document pom) throws XPathExpressionException {
        List<String> violations = new ArrayList<>();
        for (String required : REQUIRED) {
            if (text(required, pom).isEmpty()) {
                violations.add(required + " is missing");
            }
        }
        for (String forbidden : FORBIDDEN) {
            all(forbidden, pom).forEach(found -> violations.add(forbidden + " is " + found));
        }
        return violations;
    }

    @Test
    void shouldPublishPomsThatMavenCentralAccepts() throws Exception {
        List<Path> published = published();
        for (Path pom : published) {
            assertEquals(List.of(), violations(read(pom)), pom::toString);
        }
        assertTrue(published.size() >= 20, published::toString);
    }

    @Test
    void shouldFindWhatAPomLacks() throws Exception {
        List<String> violations = violations(read(Archive.ROOT.resolve("core/pom.xml")));

        assertTrue(violations.contains("/project/url is missing"), violations::toString);
        assertTrue(violations.stream().anyMatch(v -> v.startsWith("/project/parent is")), violations::toString);
    }

    @Test
    void shouldNameOneHomeInEveryPom() throws Exception {
        String home = text("/project/properties/hts.home", read(Archive.ROOT.resolve("pom.xml")));
        for (Path file : published()) {
            Document pom = read(file);
            assertEquals(home, text("/project/url", pom), file::toString);
            assertEquals(home, text("/project/scm/url", pom), file::toString);
            assertEquals("scm:git:" + home + ".git", text("/project/scm/connection", pom), file::toString);
        }
    }

    @Test
    void shouldSignSourcesAndJavadocAndRefuseTestJarsInTheReleaseProfile() throws Exception {
        Document pom = read(Archive.ROOT.resolve("pom.xml"));
        String plugins = "/project/profiles/profile[id='release']/build/plugins/plugin";
        String goals = "/executions/execution/goals/goal";

        assertEquals("jar-no-fork", text(plugins + "[artifactId='maven-source-plugin']" + goals, pom));
        assertEquals("jar", text(plugins + "[artifactId='maven-javadoc-plugin']" + goals, pom));
        assertEquals("sign", text(plugins + "[artifactId='maven-gpg-plugin']" + goals, pom));
        assertEquals(
                "maven.test.skip",
                text(plugins + "[artifactId='maven-enforcer-plugin']//requireProperty/property", pom));
    }

    @Test
    void shouldGiveJBangEveryModuleOfTheProgram() throws Exception {
        JsonNode alias = new ObjectMapper()
                .readTree(Archive.ROOT.resolve("jbang-catalog.json").toFile())
                .at("/aliases/hts");
        Document program = read(Archive.ROOT.resolve("distribution/pom.xml"));
        TreeSet<String> modules = new TreeSet<>();
        for (String module : all("/project/dependencies/dependency[not(scope)]/artifactId", program)) {
            modules.add("io.htsrl:" + module + ":" + VERSION);
        }
        TreeSet<String> named = new TreeSet<>();
        alias.path("dependencies").forEach(dependency -> named.add(dependency.asText()));

        assertEquals(modules, named);
        assertEquals("io.htsrl:hts-cli:" + VERSION, alias.path("script-ref").asText());
        Class.forName(alias.path("main").asText());
        String launcher = Files.readString(Archive.ROOT.resolve("distribution/src/main/launcher/hts"));
        for (JsonNode option : alias.path("java-options")) {
            String written = option.asText().replace("--add-exports=", "--add-exports ");
            assertTrue(written.startsWith("-Dhts.command=") || launcher.contains(written), written);
        }
    }

    /** All poms have one version: the release workflow replaces it in all of them at once. */
    @Test
    void shouldNameTheVersionInTheSameWordsInEveryPom() throws IOException {
        try (Stream<Path> poms = Files.find(Archive.ROOT, 2, (path, file) -> path.endsWith("pom.xml"))) {
            for (Path pom : (Iterable<Path>) poms::iterator) {
                String version = Files.readString(pom)
                        .replaceFirst("(?s).*?<artifactId>hts-rl</artifactId>\\s*<version>(.*?)</version>.*", "$1");
                assertEquals(Archive.VERSION, version, pom::toString);
            }
        }
    }
}
