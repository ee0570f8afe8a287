package io.htsrl.policies.check;

import io.htsrl.policies.acting.ActingRoute;
import io.htsrl.policies.network.PolicyNetwork;
import java.util.ArrayList;
import java.util.List;

/**
 * The route by which a network acts: the first whose rows are stable here. Immutable.
 *
 * @param route   its name
 * @param network of that route
 * @param stable  whether its rows are; false where no route's are, and {@code route} is the first
 * @param rows    what was found of each route that was tried
 */
public record RouteChoice(String route, PolicyNetwork network, boolean stable, List<CheckRow> rows) {

    public RouteChoice {
        rows = List.copyOf(rows);
    }

    /**
     * Tries the routes in their order, up to the first that is stable.
     *
     * @param routes at least one, the preferred first
     */
    public static RouteChoice of(List<ActingRoute> routes, SelfCheck check) {
        List<CheckRow> rows = new ArrayList<>();
        RouteChoice first = null;
        for (ActingRoute route : routes) {
            PolicyNetwork network = route.network().get();
            CheckRow row = check.acting(route.name(), network);
            rows.add(row);
            if (row.holds()) {
                return new RouteChoice(route.name(), network, true, rows);
            }
            if (first == null) {
                first = new RouteChoice(route.name(), network, false, List.of());
            }
        }
        if (first == null) {
            throw new IllegalArgumentException("no route to act by");
        }
        return new RouteChoice(first.route(), first.network(), false, rows);
    }
}
