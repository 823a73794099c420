"""`python -m docs.site` builds the site into `site`, or into the folder that is named behind it."""

import sys
import time
from pathlib import Path

from docs.site.build import build
from docs.site.playground import engine

if __name__ == "__main__":
    begun = time.perf_counter()
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    play = engine.is_here()
    built = build(target, play=play)
    seconds = time.perf_counter() - begun
    print(f"{target}/index.html: {built.pages} pages, {built.files} files, {built.size / 1e6:.1f} MB, in {seconds:.1f} s")
    if not play:
        print("without the playground: `npm ci` in docs/site/playground fetches what it needs")
