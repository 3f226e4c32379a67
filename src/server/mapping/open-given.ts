import { mkdir, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UPLOAD } from '#contract/limits.ts'
import { isHidden } from '#rules/import/file-kinds.ts'
import { openBundleFolder } from '../bundle/bundle-folder.ts'
import { listFiles } from '../bundle/bundle-path.ts'
import { freeBytes } from '../scans/upload-slots.ts'
import { removeUploads, renameIntoPlace } from '../storage/removal.ts'
import { UnreadableTable } from '../tables/table.ts'
import { isZippedFolder, unpackFolder } from '../tables/zip.ts'

const isFolder = async (path: string) => (await stat(path)).isDirectory()

async function hasLists(folder: string): Promise<boolean> {
  const { files, overlays, mapLayers, unreadable } = await openBundleFolder(folder)
  return files.length > 0 || overlays || mapLayers || unreadable
}

/** The folder in which something is. */
async function innermost(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => !isHidden(name))
  const inner = join(folder, names[0] ?? '')
  return names.length === 1 && (await isFolder(inner)) ? innermost(inner) : folder
}

async function bundleIn(paths: readonly string[]): Promise<string | undefined> {
  if (paths.length !== 1 || !(await isFolder(paths[0]!))) return undefined
  const folder = await innermost(paths[0]!)
  return (await hasLists(folder)) ? folder : undefined
}

/** Tells whether what was given is a bundle, or tables and files of others, and unpacks zip files of folders. `ignored`: those, which are no tables. */
export async function openGiven(given: readonly string[], unpackInto: string, onFile = () => {}) {
  const opened = { paths: [] as string[], ignored: [] as string[], problems: [] as string[] }
  const bundle = await bundleIn(given)
  if (bundle !== undefined) return { ...opened, paths: [...given], bundle }
  for (const path of given) {
    const folder = (await isFolder(path)) ? path : dirname(path)
    const files = folder === path ? await listFiles(path) : [basename(path)]
    const zips: string[] = []
    for (const file of files) {
      // What is damaged is a table that cannot be read.
      if (!(await isZippedFolder(join(folder, file)).catch(() => false))) continue
      zips.push(file)
      const problem = ({ message }: Error) => void opened.problems.push(`${file}: ${message}`)
      const unpacked = await unpack(join(folder, file), join(unpackInto, file), onFile).catch((error: unknown) =>
        error instanceof UnreadableTable ? problem(error) : Promise.reject(error as Error),
      )
      if (unpacked !== undefined) opened.paths.push(unpacked)
    }
    opened.ignored.push(...zips)
    if (files.length > zips.length || files.length === 0) opened.paths.push(path)
  }
  return { ...opened, bundle: await bundleIn(opened.paths) }
}

async function unpack(file: string, folder: string, onFile: () => void): Promise<string> {
  if (await stat(folder).catch(() => undefined)) return folder
  const part = `${folder}.part`
  await removeUploads(part)
  await mkdir(part, { recursive: true, mode: 0o700 })
  try {
    await unpackFolder(file, part, { free: (await freeBytes(part)) - UPLOAD.freeBytes, onFile })
    await renameIntoPlace(part, folder)
    return folder
  } catch (error) {
    await removeUploads(part)
    throw error
  }
}
