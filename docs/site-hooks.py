"""Hook of MkDocs. The site holds the manual and the Javadoc: links to classes lead into the Javadoc, those to other files of
the repository become their paths. A notebook becomes a page of its texts and cells."""
import json
import pathlib
import re

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

ROOT = pathlib.Path(__file__).resolve().parent.parent
JAVADOC = ROOT / "target/reports/apidocs"
SOURCES = "src/main/java/"
LINK = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)(#[^)\s]*)?\)")


def on_files(files, config):
    for file in [file for file in files if file.src_uri.endswith(".ipynb")]:
        cells = json.loads(file.content_string)["cells"]
        texts = [("{}" if cell["cell_type"] == "markdown" else "```python\n{}\n```").format("".join(cell["source"]))
                 for cell in cells]
        files.append(File.generated(config, file.src_uri[:-5] + "md", content="\n\n".join(texts)))
    return files


def on_page_markdown(markdown, page, config, files):
    folder = (ROOT / "docs" / page.file.src_uri).parent
    if f"{page.file.src_uri[:-2]}ipynb" in files.src_uris:
        name = pathlib.PurePosixPath(page.file.src_uri).stem
        markdown += f"\n\n[This page as a notebook]({name}.ipynb)"
    else:
        markdown = markdown.replace(".ipynb)", ".md)")

    def link(match):
        target = (folder / match.group(2)).resolve()
        if target.is_relative_to(ROOT / "docs"):
            return match.group(0)
        if not target.exists():
            raise FileNotFoundError(f"{page.file.src_uri} links to {match.group(2)}, which does not exist")
        source = str(target.relative_to(ROOT)).partition(SOURCES)[2].replace(".java", ".html")
        if source and (JAVADOC / source).exists():
            name = match.group(1).strip("`")
            return f'<a href="{"../" * page.url.count("/")}javadoc/{source}"><code>{name}</code></a>'
        named = target.suffix == ".java" or target.name in match.group(1)
        return match.group(1) if named else f"{match.group(1)} ({target.relative_to(ROOT)})"

    return LINK.sub(link, markdown)


def on_nav(nav, config, files):
    nav.items.append(Link("Javadoc", "javadoc/index.html"))
    return nav
