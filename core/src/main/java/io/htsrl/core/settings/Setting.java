package io.htsrl.core.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record component a setting: a flag of the command line, a key of configuration files and a name that the
 * library's {@code set} takes. The component's type says how its text is read ({@link ValueTypes}); a component that is
 * an {@link java.util.Optional} need not be given.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

    /** One or two sentences. Default, algorithms and conditions are added to them. */
    String help();

    /** The flag without dashes; by default the component's name with dashes: {@code numEnvs} is {@code num-envs}. */
    String flag() default "";

    /** Another flag for the same, by which users of other trainers know it. */
    String alias() default "";

    /** How the {@link #alias} says the same value, where it does so in another way: {@code 4} steps for a 1/4. */
    Class<? extends ValueType> aliasType() default ValueType.class;

    /** What the {@link #alias} says, where it is more than another name. */
    String aliasHelp() default "";

    /** The heading in the help; by default that of the record, see {@link SettingGroup}. */
    String group() default "";

    /** What stands for the value in the help, such as {@code DIR}; by default that of the type. */
    String label() default "";

    /** What a number counts, such as {@code steps}: said behind the default. */
    String unit() default "";

    /** The default, as text; a preset may give another. Without one, every preset that needs it must give it. */
    String defaultValue() default "";

    /** The numbers that are allowed, as {@link Range#parse} reads them, such as {@code [0, 1)} or {@code [1, inf)}. */
    String range() default "";

    /** What a broken {@link #range} is mended by: an imperative. */
    String remedy() default "";

    /** What a text may be, where the type does not say it. */
    String[] choices() default {};

    /** How its text is read, where the type does not say it. */
    Class<? extends ValueType> type() default ValueType.class;

    /** What it is void without, as {@link Condition#parse} reads it: {@code optimizer=rmsprop}, {@code per-alpha>0}. */
    String onlyWith() default "";

    /** The value where {@link #onlyWith} does not hold, as text: equal runs, whatever lower layers say. */
    String otherwise() default "";

    /** Its default where that follows from other settings; {@code auto} then stands for it. */
    Class<? extends Auto> auto() default Auto.class;

    /** Whether another value makes another run; if not, a test has to run it. */
    boolean decidesBits() default true;

    /** Whether {@code hts resume} takes another value of it. */
    boolean onResume() default false;

    /** Whether {@code config.yaml} has it: what says where files go and what is printed does not. */
    boolean recorded() default true;

    /** Whether it is of this process alone: decides no bits, is not recorded, and may differ in {@code hts resume}. */
    boolean local() default false;

    /** Whether it gives the environment the option of the same name. */
    boolean environmentOption() default false;
}
