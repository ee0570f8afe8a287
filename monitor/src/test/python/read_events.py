"""Prints what TensorBoard's own reader finds in each folder of event files, as a JSON array."""
import base64
import json
import sys

from tensorboard.backend.event_processing import event_accumulator
from tensorboard.plugins.hparams import metadata

everything = {
    kind: 0
    for kind in (
        event_accumulator.SCALARS, event_accumulator.HISTOGRAMS, event_accumulator.TENSORS, event_accumulator.IMAGES
    )
}


def read(folder):
    events = event_accumulator.EventAccumulator(folder, size_guidance=everything)
    events.Reload()
    tags = events.Tags()
    content = lambda tag: events.SummaryMetadata(tag).plugin_data.content
    start = metadata.parse_session_start_info_plugin_data(content(metadata.SESSION_START_INFO_TAG))
    ended = metadata.SESSION_END_INFO_TAG in tags["tensors"]
    return {
        "scalars": {tag: [[p.step, p.value, p.wall_time] for p in events.Scalars(tag)] for tag in tags["scalars"]},
        "histograms": {
            tag: [[p.step, p.histogram_value.num, p.histogram_value.sum] for p in events.Histograms(tag)]
            for tag in tags["histograms"]
        },
        "images": {
            tag: [
                [p.step, p.width, p.height, base64.b64encode(p.encoded_image_string).decode()] for p in events.Images(tag)
            ]
            for tag in tags["images"]
        },
        "text": events.Tensors("hyperparameters/text_summary")[-1].tensor_proto.string_val[0].decode(),
        "hparams": {
            name: getattr(value, value.WhichOneof("kind")) for name, value in sorted(start.hparams.items())
        },
        "status": metadata.parse_session_end_info_plugin_data(content(metadata.SESSION_END_INFO_TAG)).status if ended else 0,
    }


print(json.dumps([read(folder) for folder in sys.argv[1:]]))
