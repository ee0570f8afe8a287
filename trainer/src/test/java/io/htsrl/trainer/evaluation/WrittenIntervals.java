package io.htsrl.trainer.evaluation;

import io.htsrl.core.state.Stateful;
import io.htsrl.trainer.report.EvaluationRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** The intervals of the results that a listener has kept, as a state. */
record WrittenIntervals(List<EvaluationRecord> written) implements Stateful {

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(written.size());
        for (EvaluationRecord record : written) {
            out.writeLong(record.interval());
        }
    }

    @Override
    public void restore(DataInput in) {
        throw new UnsupportedOperationException("saved alone");
    }
}
