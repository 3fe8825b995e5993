# SPDX-License-Identifier: GPL-2.0-only
"""The manual builds without a warning, and holds a page for each model and experiment."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_sphinx_builds_it_without_a_warning(tmp_path):
    command = ["/usr/bin/python3", "-m", "sphinx", "-W", "--keep-going", "-q", "doc", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert (tmp_path / "index.html").stat().st_size > 1000


def test_every_page_of_a_module_is_in_it():
    included = {line.split("contrib/")[1].strip()
                for page in (ROOT / "doc" / "models").glob("*.rst") for line in page.read_text().splitlines()
                if "include::" in line}
    pages = {str(page.relative_to(ROOT / "contrib")) for page in (ROOT / "contrib").glob("*/doc/*.rst")}
    assert pages == included


def test_every_experiment_has_its_page():
    folder = ROOT / "plotting" / "schedlab" / "experiments"
    experiments = {path.stem.replace("_", "-") for path in folder.glob("[!_]*.py")}
    pages = {path.stem for path in (ROOT / "doc" / "experiments").glob("*.rst")}
    assert experiments <= pages
