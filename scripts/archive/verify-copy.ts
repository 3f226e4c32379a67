import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { LIST_FILE, readCopyList } from '#release/copy/copy-list.ts'
import { OF_SYSTEMS, sha256OfFile, UNFINISHED_FILE } from '#release/copy/folder-writer.ts'
import { inParallel } from '#server/limits/concurrency.ts'
import { UserError } from './open-archive.ts'

/** What is wrong with a copy; all lists are empty where nothing is. */
export interface Verdict {
  files: number
  damaged: string[]
  missing: string[]
  extra: string[]
  isUnfinished: boolean
}
type Checksums = Map<string, string>

/** Compares a bag with its manifests, and any other copy with the list of what was written. @throws {UserError} where the folder holds none. */
export async function verifyCopy(folder: string, onProgress?: (done: number, total: number) => void): Promise<Verdict> {
  const list = await readCopyList(folder)
  const isBag = existsSync(join(folder, 'bagit.txt'))
  if (!isBag && !list)
    throw new UserError(`The folder ${folder} holds no copy: it has no bagit.txt and no ${LIST_FILE}.`)
  const verdict: Verdict = { files: 0, damaged: [], missing: [], extra: [], isUnfinished: list?.finished === false }
  const expected: Checksums = isBag ? await readManifests(folder, verdict) : new Map()
  if (!isBag) for (const [path, { sha256 = '' }] of list!.files) expected.set(path, sha256)

  const there = new Set(await filesIn(folder))
  // Of a bag, only what lies in data is of the bag. RFC 8493 leaves other files at its top to anyone.
  const isOurs = (path: string) => (isBag ? path.startsWith('data/') : path !== LIST_FILE && path !== UNFINISHED_FILE)
  verdict.extra = [...there].filter((path) => isOurs(path) && !expected.has(path))
  verdict.files = expected.size
  let done = 0
  await inParallel(expected, 4, async ([path, sha256]) => {
    // A path that leaves the folder is in no listing of it.
    if (!there.has(path)) verdict.missing.push(path)
    else if ((await readable(join(folder, path))) !== sha256) verdict.damaged.push(path)
    onProgress?.((done += 1), expected.size)
  })
  const { damaged, missing, extra } = verdict
  return { ...verdict, damaged: sorted(damaged), missing: sorted(missing), extra: sorted(extra) }
}

const sorted = (paths: readonly string[]) => [...new Set(paths)].sort()

/** Undefined where the disk can't read it any more. */
const readable = (path: string) => sha256OfFile(path).catch(() => undefined)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return paths.filter((path) => !path.split('/').some((name) => OF_SYSTEMS.test(name)))
}

/** The checksums of a bag by path. What can't be read of them counts as damage. */
async function readManifests(folder: string, verdict: Verdict): Promise<Checksums> {
  const sums: Checksums = new Map()
  for (const name of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
    if (text === undefined) verdict.missing.push(name)
    for (const line of text?.split(/\r?\n/).filter(Boolean) ?? []) {
      const [, sum, path] = /^([0-9a-f]{64}) [ *](.+)$/i.exec(line) ?? []
      // RFC 8493, 2.1.3: the characters that would end a line, and the one that stands for them.
      if (path) sums.set(path.replace(/%(0A|0D|25)/gi, decodeURIComponent), sum!.toLowerCase())
      else verdict.damaged.push(name)
    }
  }
  return sums
}
