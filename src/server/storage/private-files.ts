import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = 0o600
const FOLDER = 0o700

/** Changes permissions through a handle, so that no link is followed. */
async function setMode(path: string, mode: number): Promise<void> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  await file.chmod(mode)
}

/** Makes folders and their contents readable by their owner only, without following links. Returns how many others could read. */
export async function restrictToOwner(folders: readonly string[], { dryRun = false }: { dryRun?: boolean } = {}) {
  let open = 0
  async function close(path: string): Promise<void> {
    const found = await lstat(path).catch(() => undefined)
    if (!found || !(found.isFile() || found.isDirectory())) return
    if ((found.mode & 0o077) !== 0) {
      open += 1
      if (!dryRun) await setMode(path, found.isDirectory() ? FOLDER : FILE).catch(() => {})
    }
    if (found.isDirectory()) for (const name of await readdir(path)) await close(join(path, name))
  }
  for (const folder of folders) await close(folder)
  return open
}
