package io.htsrl.core.settings;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a record component a setting: a flag of the command line, a key of configuration files and a name for the
 * library's {@code set}. The component's type defines how its text is parsed ({@link ValueTypes}); a component that is
 * an {@link java.util.Optional} may be omitted.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {

    /** Help text of one or two sentences. Default, algorithms and conditions are appended. */
    String help();

    /** The flag without dashes; by default the component's name with dashes: {@code numEnvs} is {@code num-envs}. */
    String flag() default "";

    /** Another flag for the same setting, known to users of other trainers. */
    String alias() default "";

    /** Type of the {@link #alias}, if it expresses the value in another way: {@code 4} steps for a 1/4. */
    Class<? extends ValueType> aliasType() default ValueType.class;

    /** Help text of the {@link #alias}, if it is more than another name. */
    String aliasHelp() default "";

    /** The heading in the help; by default that of the record, see {@link SettingGroup}. */
    String group() default "";

    /** Placeholder of the value in the help, such as {@code DIR}; by default that of the type. */
    String label() default "";

    /** Unit of a number, such as {@code steps}: shown after the default. */
    String unit() default "";

    /** The default, as text; a preset may set another. Without one, every preset that needs the setting must set it. */
    String defaultValue() default "";

    /**
     * Interval of the allowed numbers, as {@link Range#parse} parses it, such as {@code [0, 1)} or {@code [1, inf)}.
     */
    String range() default "";

    /** Remedy for a number out of {@link #range}: an imperative. */
    String remedy() default "";

    /** Allowed texts, if the type does not define them. */
    String[] choices() default {};

    /** Type that parses the text, if the component's type does not define it. */
    Class<? extends ValueType> type() default ValueType.class;

    /**
     * Condition under which the setting applies: {@code optimizer=rmsprop}, {@code per-alpha>0}; see
     * {@link Condition#parse}.
     */
    String onlyWith() default "";

    /**
     * Value if {@link #onlyWith} does not hold, as text: such runs are equal, whatever value is given in lower layers.
     */
    String otherwise() default "";

    /** Class that derives the default from other settings; {@code auto} then requests it. */
    Class<? extends Auto> auto() default Auto.class;

    /** True if another value makes another run; if false, a test has to run with another value. */
    boolean decidesBits() default true;

    /** True if {@code hts resume} accepts another value. */
    boolean onResume() default false;

    /**
     * True if {@code hts fork} accepts another value: it lays out no state that a checkpoint holds. It allows all that
     * {@link #onResume} allows.
     */
    boolean onFork() default false;

    /** True if {@code config.yaml} contains it; false for the places of files and for printed output. */
    boolean recorded() default true;

    /**
     * True if it concerns this process alone: it decides no bits, is not recorded, and may differ in {@code hts
     * resume}.
     */
    boolean local() default false;
}
