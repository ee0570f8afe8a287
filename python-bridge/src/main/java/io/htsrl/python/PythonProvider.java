package io.htsrl.python;

import io.htsrl.core.environment.Environment;
import io.htsrl.core.environment.EnvironmentProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes environments of Python: {@code gym:ID} for those that Gymnasium knows, {@code gym:module:NAME} for anybody's
 * own. Options are keyword arguments, and those of {@link Request}. Any thread.
 */
public final class PythonProvider implements EnvironmentProvider {
    /** Of this JVM: processes are shared by all who ask for the same, and a kind is looked at once. */
    private static final Map<Request, Workers> WORKERS = new ConcurrentHashMap<>();

    /** None: which there are only Python knows; 'hts envs --python' asks it. */
    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public List<Listed> list(String kind, Map<String, String> options) {
        if (!kind.equals("python")) {
            return List.of();
        }
        Request asked = Request.parse(Request.PREFIX + "registry", options, System.getenv());
        List<Listed> all = new ArrayList<>();
        new Workers(asked, WorkerSource.read())
                .registry()
                .forEach(each -> all.add(new Listed(
                        Request.PREFIX + each.path("id").asText(),
                        each.path("entry_point").asText(),
                        each.path("max_steps").asInt())));
        return all;
    }

    @Override
    public boolean provides(String id) {
        return id.startsWith(Request.PREFIX);
    }

    @Override
    public int processes(String id, Map<String, String> options) {
        return Request.workers(options);
    }

    @Override
    public Environment create(String id, Map<String, String> options) {
        Request request = Request.parse(id, options, System.getenv());
        Workers workers = WORKERS.computeIfAbsent(request, asked -> new Workers(asked, WorkerSource.read()));
        return PythonEnvironment.create(workers);
    }
}
