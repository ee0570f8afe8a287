package io.htsrl.determinism;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.htsrl.core.Api;
import io.htsrl.trainer.report.SelfCheckReport;
import java.util.stream.Stream;

/** What is for programs, and what is not: see {@link Api}. */
@AnalyzeClasses(
        packages = "io.htsrl",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
class ApiTest {
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
                    "examples", type -> type.getPackageName().equals("io.htsrl.examples"))));

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
