"""The documents as pages for a browser, and the pictures in them: `python -m docs.site` builds them into `site`."""
