package io.htsrl.determinism;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.htsrl.core.Api;
import io.htsrl.learners.Algorithm;
import io.htsrl.trainer.report.SelfCheckReport;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks the dependencies between modules, the users of ND4J and the Disruptor, and the types for programs (see
 * {@link Api}). One class, so that the classes are read once.
 */
@AnalyzeClasses(
        packages = "io.htsrl",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
class ArchitectureTest {

    /** The fixtures of other modules' tests, which come as jars once these are packaged. */
    static final class DoNotIncludeTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule shouldHaveNoCyclesBetweenModules =
            slices().matching("io.htsrl.(*)..").should().beFreeOfCycles();

    /** Of one module, or of several: each package is a slice, also one that holds others. */
    @ArchTest
    static final ArchRule shouldHaveNoCyclesBetweenPackages =
            slices().matching("io.htsrl.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule shouldDependOnlyAlongTheArrows = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("core")
            .definedBy("io.htsrl.core..")
            .layer("environments")
            .definedBy("io.htsrl.environments..")
            .layer("state-buffer")
            .definedBy("io.htsrl.statebuffer..")
            .layer("action-buffer")
            .definedBy("io.htsrl.actionbuffer..")
            .layer("actors")
            .definedBy("io.htsrl.actors..")
            .layer("storage-double")
            .definedBy("io.htsrl.storage..")
            .layer("executors")
            .definedBy("io.htsrl.executors..")
            .layer("policies")
            .definedBy("io.htsrl.policies..")
            .layer("nd4j-backend")
            .definedBy("io.htsrl.nd4j..")
            .layer("replay")
            .definedBy("io.htsrl.replay..")
            .layer("learners")
            .definedBy("io.htsrl.learners..")
            .layer("checkpoints")
            .definedBy("io.htsrl.checkpoints..")
            .layer("trainer")
            .definedBy("io.htsrl.trainer..")
            .layer("cli")
            .definedBy("io.htsrl.cli..")
            .layer("determinism-tests")
            .definedBy("io.htsrl.determinism..")
            .layer("examples")
            .definedBy("io.htsrl.examples..")
            .layer("experiments")
            .definedBy("io.htsrl.experiments..")
            .optionalLayer("monitor")
            .definedBy("io.htsrl.monitor..")
            .optionalLayer("recordings")
            .definedBy("io.htsrl.recordings..")
            .layer("cluster")
            .definedBy("io.htsrl.cluster..")
            .whereLayer("core")
            .mayNotAccessAnyLayer()
            .whereLayer("examples")
            .mayOnlyAccessLayers("core", "policies", "trainer")
            .whereLayer("environments")
            .mayOnlyAccessLayers("core")
            .whereLayer("state-buffer")
            .mayOnlyAccessLayers("core")
            .whereLayer("action-buffer")
            .mayOnlyAccessLayers("core", "state-buffer") // how a ring waits
            .whereLayer("actors")
            .mayOnlyAccessLayers("core", "state-buffer", "action-buffer")
            .whereLayer("storage-double")
            .mayOnlyAccessLayers("core")
            .whereLayer("executors")
            .mayOnlyAccessLayers("core", "state-buffer", "action-buffer", "storage-double")
            .whereLayer("policies")
            .mayOnlyAccessLayers("core")
            .whereLayer("nd4j-backend")
            .mayOnlyAccessLayers("core", "policies")
            .whereLayer("replay")
            .mayOnlyAccessLayers("core")
            .whereLayer("learners")
            .mayOnlyAccessLayers("core", "storage-double", "policies", "replay")
            .whereLayer("checkpoints")
            .mayOnlyAccessLayers("core", "storage-double", "policies")
            .whereLayer("trainer")
            .mayOnlyBeAccessedByLayers(
                    "cli", "determinism-tests", "examples", "experiments", "monitor", "recordings", "cluster")
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("determinism-tests", "experiments", "monitor", "recordings", "cluster")
            .whereLayer("determinism-tests")
            .mayNotBeAccessedByAnyLayer() // found as services, as is the next
            .whereLayer("experiments")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("monitor")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("recordings")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cluster")
            .mayNotBeAccessedByAnyLayer();

    /** The package of any {@link Algorithm}. */
    private static final DescribedPredicate<JavaClass> AN_ALGORITHM_S_ROOM = DescribedPredicate.describe(
            "lie in an algorithm's package",
            target -> target.getPackage().getClasses().stream()
                    .anyMatch(member -> member.isAssignableTo(Algorithm.class)
                            && !member.getModifiers().contains(JavaModifier.ABSTRACT)));

    /** An algorithm is found as a service: whoever names one would have to name the next one too. */
    @ArchTest
    static final ArchRule shouldKnowNoAlgorithmOutsideOfItsRoom = classes()
            .should(new ArchCondition<>("not depend on another algorithm's package") {
                @Override
                public void check(JavaClass user, ConditionEvents events) {
                    user.getDirectDependenciesFromSelf().stream()
                            .filter(dependency -> AN_ALGORITHM_S_ROOM.test(dependency.getTargetClass()))
                            .filter(dependency -> !dependency
                                    .getTargetClass()
                                    .getPackageName()
                                    .equals(user.getPackageName()))
                            .forEach(dependency ->
                                    events.add(SimpleConditionEvent.violated(user, dependency.getDescription())));
                }
            });

    /** A library user's class path has no command line, no YAML and no implementation of a log. */
    @ArchTest
    static final ArchRule shouldKeepTheLibraryFreeOfThePrograms = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.htsrl.cli..",
                    "io.htsrl.determinism..",
                    "io.htsrl.experiments..",
                    "io.htsrl.monitor..",
                    "io.htsrl.benchmarks..",
                    "io.htsrl.papers..",
                    "io.htsrl.atari.cli..",
                    "io.htsrl.cluster..",
                    "io.htsrl.recordings..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("picocli..", "ch.qos.logback..", "com.fasterxml.jackson.dataformat.yaml..");

    /** Its licence is not ours: it is found as a service, or not there. */
    @ArchTest
    static final ArchRule shouldNotKnowThatThereIsAnAtariBridge = noClasses()
            .that()
            .resideOutsideOfPackage("io.htsrl.atari..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.htsrl.atari..", "org.bytedeco.ale..");

    @ArchTest
    static final ArchRule shouldShowTheAtariBridgeTheCommandLineAlone = noClasses()
            .that()
            .resideInAPackage("io.htsrl.atari..")
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.htsrl..")
                    .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(
                            "io.htsrl.atari..", "io.htsrl.core..", "io.htsrl.cli.."))));

    /** Whoever uses no environment of Python needs none of it. */
    @ArchTest
    static final ArchRule shouldNotKnowThatThereIsAPythonBridge = noClasses()
            .that()
            .resideOutsideOfPackage("io.htsrl.python..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.htsrl.python..");

    @ArchTest
    static final ArchRule shouldShowThePythonBridgeTheCoreAlone = noClasses()
            .that()
            .resideInAPackage("io.htsrl.python..")
            .should()
            .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.htsrl..")
                    .and(DescribedPredicate.not(
                            JavaClass.Predicates.resideInAnyPackage("io.htsrl.python..", "io.htsrl.core.."))));

    /** Runs on the JVM kernel do not load it: it is found as a service, or not there. */
    @ArchTest
    static final ArchRule shouldNotKnowThatThereIsAnNd4jBackend = noClasses()
            .that()
            .resideOutsideOfPackage("io.htsrl.nd4j..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.htsrl.nd4j..", "org.nd4j..");

    @ArchTest
    static final ArchRule shouldKeepNativeLibrariesWhereTheyAreWrapped = noClasses()
            .that()
            .resideOutsideOfPackages("io.htsrl.nd4j..", "io.htsrl.atari..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.bytedeco..");

    @ArchTest
    static final ArchRule shouldKeepTheDisruptorInTheBuffers = noClasses()
            .that()
            .resideOutsideOfPackages("io.htsrl.statebuffer..", "io.htsrl.actionbuffer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.lmax..");

    /** Who has no nodes does not load it; and correctness is decided where it is not known. */
    @ArchTest
    static final ArchRule shouldKeepPekkoInOnePackageOfTheCluster = noClasses()
            .that()
            .resideOutsideOfPackage("io.htsrl.cluster.pekko..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.pekko..", "com.typesafe..", "scala..");

    @ArchTest
    static final ArchRule shouldDrawFromCounterBasedStreamsAlone = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.SplittableRandom")
            .orShould()
            .callMethod(Math.class, "random");

    /** Math's elementary functions may differ between JVMs and processors; StrictMath and our own do not. */
    @ArchTest
    static final ArchRule shouldNotComputeBitsWithPlatformMath = noClasses()
            .should()
            .callMethod(Math.class, "exp", double.class)
            .orShould()
            .callMethod(Math.class, "log", double.class)
            .orShould()
            .callMethod(Math.class, "pow", double.class, double.class)
            .orShould()
            .callMethod(Math.class, "tanh", double.class)
            .orShould()
            .callMethod(Math.class, "sin", double.class)
            .orShould()
            .callMethod(Math.class, "cos", double.class);

    private static final DescribedPredicate<JavaClass> FOR_PROGRAMS = DescribedPredicate.describe(
            "are for programs",
            type -> !type.getPackageName().startsWith("io.htsrl")
                    || type.isPrimitive()
                    || type.getPackage().isAnnotatedWith(Api.class));

    /** Programs see nothing internal: not as a parameter, not as a result, not as a field or an exception. */
    @ArchTest
    static final ArchRule shouldShowProgramsNothingInternal = classes()
            .that()
            .arePublic()
            .and(DescribedPredicate.describe(
                    "lie in a package for programs", type -> type.getPackage().isAnnotatedWith(Api.class)))
            .and()
            .doNotBelongToAnyOf(SelfCheckReport.class) // whose table and backend are for hts doctor
            .should(new ArchCondition<>("show nothing internal") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    type.getMembers().stream()
                            .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
                            .forEach(member -> shown(member)
                                    .filter(FOR_PROGRAMS.negate())
                                    .forEach(internal -> events.add(SimpleConditionEvent.violated(
                                            member, member.getFullName() + " shows " + internal.getName()))));
                }
            });

    @ArchTest
    static final ArchRule shouldGetAlongWithoutAnythingInternal = classes()
            .that()
            .resideInAPackage("io.htsrl.examples..")
            .should()
            .onlyDependOnClassesThat(FOR_PROGRAMS.or(DescribedPredicate.describe(
                    "examples, or what a network of one's own is made of",
                    type -> List.of("io.htsrl.examples", "io.htsrl.policies.layers", "io.htsrl.policies.network")
                            .contains(type.getPackageName()))));

    private static Stream<JavaClass> shown(JavaMember member) {
        return member instanceof JavaCodeUnit unit
                ? Stream.of(
                                Stream.of(unit.getRawReturnType()),
                                unit.getRawParameterTypes().stream(),
                                unit.getExceptionTypes().stream())
                        .flatMap(types -> types)
                        .map(JavaClass::getBaseComponentType)
                : Stream.of(((JavaField) member).getRawType().getBaseComponentType());
    }
}
