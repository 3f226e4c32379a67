import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

/** The real path of a file named in a bundle, or why it isn't read: with symbolic links resolved it must be inside the folder. */
export async function resolveBundlePath(folder: string, file: string): Promise<{ path: string } | { reason: string }> {
  const leaves = { reason: `The path ${file} leaves the folder of the bundle.` }
  const clean = file.replaceAll('\\', '/')
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
