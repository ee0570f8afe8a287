"""Executes a notebook in a folder, and checks what its cells print: notebook_check.py NOTEBOOK FOLDER."""
import sys

import nbformat
from nbclient import NotebookClient

notebook = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(notebook)
cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
assert not any(cell.outputs or cell.execution_count for cell in cells), "the notebook is kept without outputs"
NotebookClient(notebook, timeout=1200, startup_timeout=600, resources={"metadata": {"path": sys.argv[2]}}).execute()


def printed(word):
    """Returns what the cell that contains a word printed to the standard output stream."""
    cell, = (cell for cell in cells if word in cell.source)
    return "".join(output.text for output in cell.outputs if output.get("name") == "stdout").strip()


def shown(word):
    """Returns the kinds of data that the cell that contains a word shows."""
    cell, = (cell for cell in cells if word in cell.source)
    return [kind for output in cell.outputs for kind in output.get("data", ())]


assert len(printed("model.digest").splitlines()[1]) == 32, printed("model.digest")
assert "image/png" in shown("plt.show"), shown("plt.show")
assert printed("actions, _ =") == "[0 1]", printed("actions, _ =")
mean = float(printed("model.evaluate").split()[0])
assert mean > 400, mean
assert printed("PPO.load") == "[ True  True]", printed("PPO.load")
print("the notebook is executed")
