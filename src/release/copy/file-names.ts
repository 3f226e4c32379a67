import { dirname } from 'node:path/posix'
import { CopyRefused } from './copy-errors.ts'

/** Characters of a path, so that it stays within 260 on Windows wherever the copy lies. */
const LONGEST_PATH = 150
/** In one folder: FAT32 has room for 65,536 entries, and needs up to 20 for a file with a long name, and 1 or 2 for the folder of a record. */
const MOST = { files: 5000, folders: 30_000 }

const FORBIDDEN = /[:*?"<>|\\\p{Cc}]/u
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** One name for all that some file systems take for the same. */
export const foldedName = (path: string): string => path.normalize('NFC').toLowerCase()

/** Returns a function that checks each path of a copy, relative and with slashes. @throws {CopyRefused} with the name that a file system can't hold. */
export function createNameCheck(): (path: string) => void {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const refuse = (path: string, why: string): never => {
    throw new CopyRefused(`The file ${path} can't be part of a copy: ${why}`)
  }
  const add = (path: string, file = path) => {
    const other = names.get(foldedName(path))
    if (other === path) return
    if (other !== undefined) refuse(file, `Windows takes ${path} for ${other}.`)
    names.set(foldedName(path), path)
    const [folder, kind] = [dirname(path), path === file ? 'files' : 'folders'] as const
    const count = (counts.get(`${folder} ${kind}`) ?? 0) + 1
    counts.set(`${folder} ${kind}`, count)
    if (count > MOST[kind]) refuse(file, `its folder would hold more than ${MOST[kind]} ${kind}.`)
    if (folder !== '.') add(folder, file)
  }
  return (path) => {
    if (path.length >= LONGEST_PATH) refuse(path, `its path is ${path.length} characters long.`)
    for (const name of path.split('/')) {
      if (name === '' || name === '.' || name === '..') refuse(path, 'its path is not one inside of a folder.')
      if (FORBIDDEN.test(name) || DEVICE.test(name) || /[. ]$/.test(name))
        refuse(path, `Windows and most sticks don't allow the name ${name}.`)
    }
    if (names.get(foldedName(path)) === path) throw new Error(`${path} is written twice.`)
    add(path)
  }
}
