import { open } from 'node:fs/promises'

/** Puts what was written to a file on the disk; with flags `r` also a folder: the names in it. Resolves when a power cut loses nothing of it. */
export async function flush(path: string, flags = 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A name is in its folder after a power cut too. Some systems cannot flush a folder; there the file alone has to do. */
export const flushFolder = (path: string): Promise<void> => flush(path, 'r').catch(() => {})
