"""The extension for VS Code as one file: `python build.py [FOLDER]`. It needs npm.

A `.vsix` is a package of zip with the extension's folder, what kinds of files are in it, and a manifest.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

EDITORS = Path(__file__).resolve().parent.parent
LICENCE = EDITORS.parent.parent / "LICENSE"
FILES = ("package.json", "extension.js", "language-configuration.json", "README.md")
KINDS = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "txt": "text/plain"}
LEFT_OUT = (".d.ts", ".map", ".ts", ".mjs")
"""What only those need who build on a library."""

MANIFEST = """\
<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{about}</Description>
    <Categories>Programming Languages</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


class NoPackages(Exception):
    """npm is not there, or has no way to its registry."""


def build(folder: Path) -> Path:
    """Lay the extension out in a folder, with the packages that it needs. Raises `NoPackages`."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in (*FILES, "package-lock.json"):
        shutil.copy(EDITORS / "vscode" / each, folder)
    shutil.copy(EDITORS / "groundrules.tmLanguage.json", folder)
    shutil.copy(LICENCE, folder / "LICENSE.txt")
    npm = shutil.which("npm")
    if npm is None:
        raise NoPackages("there is no npm")
    command = [npm, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise NoPackages(f"npm could not install its packages: {done.stderr.strip()}")
    return folder


def package(folder: Path, output: Path) -> Path:
    """Write an extension that is laid out in a folder as a `.vsix`."""
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    output.mkdir(parents=True, exist_ok=True)
    path = output / f"{about['name']}-{about['version']}.vsix"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("extension.vsixmanifest", _make_manifest(about))
        archive.writestr("[Content_Types].xml", _make_kinds())
        for each in _list_files(folder):
            archive.write(each, f"extension/{each.relative_to(folder).as_posix()}")
    return path


def _list_files(folder: Path) -> Iterator[Path]:
    for each in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in each.relative_to(folder).parts)
        wanted = each.suffix.lstrip(".") in KINDS and not each.name.endswith(LEFT_OUT)
        if each.is_file() and wanted and not hidden and each.name != "package-lock.json":
            yield each


def _make_kinds() -> str:
    kinds = {"vsixmanifest": "text/xml"} | KINDS
    rows = "".join(f'<Default Extension=".{end}" ContentType="{kind}"/>' for end, kind in kinds.items())
    schema = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="{schema}">{rows}</Types>\n'


def _make_manifest(about: dict[str, Any]) -> str:
    attributes = {key: quoteattr(about[key]) for key in ("name", "version", "publisher")}
    engine = quoteattr(about["engines"]["vscode"])
    title, description = escape(about["displayName"]), escape(about["description"])
    return MANIFEST.format(**attributes, engine=engine, title=title, about=description)


def main() -> int:
    output = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    with tempfile.TemporaryDirectory() as folder:
        try:
            print(package(build(Path(folder) / "extension"), output))
        except NoPackages as reason:
            print(f"the extension for VS Code was not built: {reason}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
