import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DeployRefused, uploadEach, type Content, type DeployFile, type DeployTarget } from './target.ts'

/** Exit code of rsync: a file is missing. */
const PARTIAL = 23
/** Files that lie ready on the disk at once. */
const SENT_AT_ONCE = 500

/** `a/b/c.html` lies in `a` and `a/b`. */
const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join('/'))

/** rsync takes a backslash literally in a pattern without wildcards. */
const escapePattern = (path: string): string => (/[*?[]/.test(path) ? path.replace(/[*?[\\]/g, '\\$&') : path)

/** What the rsync program reaches: a daemon (`rsync://host/module/`), a host by ssh, or a folder. It replaces each file as a whole. */
export function createRsyncTarget(destination: string): DeployTarget {
  const to = destination.replace(/\/*$/, '/')

  /** @returns its exit code, one of `accepted` or 0. */
  async function rsync(args: readonly string[], { input = '', accepted = [] as number[] } = {}): Promise<number> {
    const child = spawn('rsync', ['--timeout=120', ...args], { stdio: ['pipe', 'ignore', 'pipe'] })
    const said = text(child.stderr)
    child.stdin.on('error', () => {}).end(input)
    const [code] = (await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new DeployRefused('The program rsync is not installed on this machine.') : error
    })) as [number | null]
    if (code === 0 || (code !== null && accepted.includes(code))) return code
    throw new DeployRefused(
      `rsync could not deploy to ${destination} (code ${code}): ${(await said).trim().slice(-1000)}`,
    )
  }
  const send = (from: string, paths: readonly string[]) =>
    rsync(['--times', '--ignore-times', '--compress', '--from0', '--files-from=-', `${from}/`, to], {
      input: paths.join('\0'),
    })
  async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'lotline-rsync-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return {
    name: destination,
    // A person who names a daemon or a host has set that up for a site.
    isForeign: () => Promise.resolve(false),
    compressesInPlace: false,
    read: (path) =>
      inFolder(async (folder) => {
        const code = await rsync([`${to}${path}`, `${folder}/`], { accepted: [PARTIAL] })
        return code === 0 ? await readFile(join(folder, basename(path))) : undefined
      }),
    write: (path, content) =>
      inFolder(async (folder) => {
        await writeFile(join(folder, path), content)
        await send(folder, [path])
      }),
    async upload(files, onUploaded) {
      for (let at = 0; at < files.length; at += SENT_AT_ONCE)
        await inFolder(async (folder) => {
          const written: DeployFile[] = []
          const put = async ({ path }: DeployFile, content: Content) => {
            await mkdir(dirname(join(folder, path)), { recursive: true })
            await writeFile(join(folder, path), content)
          }
          await uploadEach(put)(files.slice(at, at + SENT_AT_ONCE), (file) => void written.push(file))
          const paths = written.map(({ path }) => path)
          if (paths.length > 0) await send(folder, paths)
          written.forEach(onUploaded)
        })
    },
    /** Compares with a folder that has only the folders of these paths. `--delete-missing-args` would be shorter, but fails since rsync's security fixes of 2026. */
    async remove(paths) {
      if (paths.length === 0) return
      await inFolder(async (folder) => {
        const folders = new Set(paths.flatMap(foldersAbove))
        for (const each of folders) await mkdir(join(folder, each), { recursive: true })
        const patterns = [...[...folders].map((each) => `${each}/`), ...paths].map((path) => `/${escapePattern(path)}`)
        const only = ['--recursive', '--delete', '--existing', '--ignore-existing', '--from0', '--include-from=-']
        await rsync([...only, '--exclude=*', `${folder}/`, to], { input: patterns.join('\0') })
      })
    },
  }
}
