import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { PictureRefused, inspectPicture, type Picture } from '../scans/inspect-picture.ts'

/** A picture of a bundle, or why it is not taken. */
export type InspectedPicture = { path: string; picture: Picture } | { reason: string }

/** The real path of a file named in a bundle, or why it is not read: it must lie in the folder, links followed. */
async function locate(folder: string, file: string): Promise<{ path: string } | { reason: string }> {
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
    return { reason: `The file ${file} is not there.` }
  }
}

/** Inspects the pictures of a bundle, each file once; the answers are kept for the steps after the check. */
export function createPictureFiles(folder: string) {
  const kept = new Map<string, Promise<InspectedPicture>>()
  async function inspect(file: string): Promise<InspectedPicture> {
    const place = await locate(folder, file)
    if ('reason' in place) return place
    try {
      return { path: place.path, picture: await inspectPicture(place.path) }
    } catch (error) {
      if (error instanceof PictureRefused) return { reason: `${file}: ${error.message}` }
      throw error
    }
  }
  return {
    inspect(file: string): Promise<InspectedPicture> {
      let answer = kept.get(file)
      if (!answer) kept.set(file, (answer = inspect(file)))
      return answer
    },
  }
}
export type PictureFiles = ReturnType<typeof createPictureFiles>
