import { open } from 'node:fs/promises'

/** Syncs a file to disk (fsync). */
export async function flush(path: string, flags = 'r+'): Promise<void> {
  await using handle = await open(path, flags)
  await handle.sync()
}

/** Syncs a folder, so that renames in it survive a power cut. Systems that can't sync folders are ignored. */
export const flushFolder = (path: string): Promise<void> => flush(path, 'r').catch(() => {})
