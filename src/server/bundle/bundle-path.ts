import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, posix, relative, sep } from 'node:path'
import * as v from 'valibot'
import { isHidden } from '#rules/import/file-kinds.ts'
import type { Issue } from './bundle-row.ts'

/** The real path of a file named in a bundle, or why it isn't read: with symbolic links resolved it must be inside the folder. */
export async function resolveBundlePath(folder: string, file: string): Promise<{ path: string } | { reason: string }> {
  const leaves = { reason: `The path ${file} leaves the folder of the bundle.` }
  const clean = file.replaceAll('\\', '/')
  const beside = /^\.\.\/(originals\/.+)/.exec(clean)?.[1]
  // Of a bag (release/copy/bag.ts), whose originals are not part of the records.
  if (beside && existsSync(join(folder, '../../bagit.txt'))) return resolveBundlePath(join(folder, '..'), beside)
  if (isAbsolute(clean) || /^[A-Za-z]:/.test(clean) || clean.split('/').includes('..')) return leaves
  try {
    const path = await realpath(join(folder, clean))
    const inside = relative(await realpath(folder), path)
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return leaves
    if (!(await stat(path)).isFile()) return { reason: `${file} is not a file.` }
    return { path }
  } catch {
    return { reason: `The file ${file} is missing.` }
  }
}

/** Reads a file of JSON in a bundle, which is none of its lists. */
export async function readBundleJson<S extends v.GenericSchema>(
  folder: string,
  file: string,
  schema: S,
): Promise<{ output: v.InferOutput<S> } | { issues: Issue[] }> {
  const refuse = (...reasons: [field: string, reason: string][]) => ({
    issues: reasons.map(([field, reason]) => ({ file, line: 0, row: 0, field, reason })),
  })
  const place = await resolveBundlePath(folder, file)
  if ('reason' in place) return refuse(['', place.reason])
  try {
    const parsed = v.safeParse(schema, JSON.parse(await readFile(place.path, 'utf8')))
    if (parsed.success) return { output: parsed.output }
    return refuse(...parsed.issues.map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]))
  } catch (error) {
    return refuse(['', `This is not JSON: ${(error as Error).message}`])
  }
}

/** Macs write é as two characters, and Windows knows no letter case. */
export const foldedName = (name: string) => name.normalize('NFC').toLowerCase()
/** Whatever its folder, ending and punctuation. */
const looseName = (name: string) =>
  foldedName(posix.basename(name).replace(/\.[a-z0-9]{3,4}$/i, '')).replace(/[^\p{L}\p{N}]/gu, '')

/** Every file below a folder, as a path with `/`, but for those that operating systems and open spreadsheets leave. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
  return paths.filter((path) => !isHidden(path)).sort()
}

/** Finds the files that rows name, also where accents are written otherwise or letter case differs. */
export function createFileFinder(folder: string) {
  let index: Promise<Map<string, string[]>> | undefined
  return async (file: string): Promise<{ path: string; name: string } | { reason: string }> => {
    const name = posix.normalize(file.replaceAll('\\', '/'))
    const place = await resolveBundlePath(folder, file)
    if ('path' in place) return { ...place, name }
    index ??= listFiles(folder).then((files) => Map.groupBy(files, looseName))
    const near = (await index).get(looseName(name)) ?? []
    const same = near.filter((each) => foldedName(each) === foldedName(name))
    if (same.length !== 1)
      return {
        reason: near.length === 0 ? place.reason : `${place.reason} Did you mean ${near.slice(0, 3).join(' or ')}?`,
      }
    const other = await resolveBundlePath(folder, same[0]!)
    return 'path' in other ? { ...other, name: same[0]! } : other
  }
}
