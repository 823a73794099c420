"""The bundled games, one file each."""
