"""Lists the versions of the site in versions.json, newest first, and makes index.html lead to one of them."""
import json
import pathlib
import re
import sys

site, version = pathlib.Path(sys.argv[1]), sys.argv[2]
names = sorted(
    (page.parent.name for page in site.glob("*/index.html")),
    key=lambda name: ([int(number) for number in re.findall(r"\d+", name)], "-" not in name),
    reverse=True,
)
versions = [{"version": name, "title": name, "aliases": []} for name in names]
(site / "versions.json").write_text(json.dumps(versions, indent=2) + "\n")
(site / "index.html").write_text(f'<!doctype html><meta http-equiv="refresh" content="0; url={version}/index.html">\n')
