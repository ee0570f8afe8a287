# shellcheck shell=bash
# Sourced by benchmarks/run and papers/run: builds a module and runs one of its programs.
#   run_program MODULE MAIN [ARGUMENT...]        the array flags has JVM flags to add
root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
flags=()

run_program() {
  local module=$1 main=$2 java major
  shift 2
  (cd "$root" && mvn -q -B -ntp -DskipTests package -pl "$module" -am) >&2
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  # programs load the JDK's vector module by that export: --add-modules would print a warning at every start
  if [[ $main == *.jmh.Main ]]; then
    flags+=(--add-modules jdk.incubator.vector)
  else
    flags+=(--add-exports java.base/jdk.internal.module=ALL-UNNAMED)
  fi
  # as the launcher
  flags+=(-XX:ObjectAlignmentInBytes=64 -XX:CompileCommand=quiet)
  flags+=('-XX:CompileCommand=CompileThresholdScaling,io.htsrl.policies.kernel.*::*,0.1')
  major=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p' | head -n 1)
  ((major >= 22)) && flags+=(--enable-native-access=ALL-UNNAMED)
  ((major >= 23)) && flags+=(--sun-misc-unsafe-memory-access=allow)
  export OMP_NUM_THREADS=${OMP_NUM_THREADS:-1} OPENBLAS_NUM_THREADS=${OPENBLAS_NUM_THREADS:-1}
  # where Python workers find their environments
  export PYTHONPATH=$root/benchmarks/src/main/python${PYTHONPATH:+:$PYTHONPATH}
  # shellcheck disable=SC2086 # HTS_JAVA_OPTS is a list of flags
  exec "$java" "${flags[@]}" ${HTS_JAVA_OPTS:-} \
    -cp "$root/$module/target/hts-$module-0.1.0-SNAPSHOT.jar:$root/$module/target/lib/*" "$main" "$@"
}
