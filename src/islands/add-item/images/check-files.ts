import { SCAN } from '#contract/limits.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { IMAGES } from './messages.ts'
import { readFileHeader, type FileHeader } from './read-header.ts'

export interface CheckedFiles {
  accepted: File[]
  /** Accepted, but like an image that is there already. */
  duplicates: File[]
  refused: { name: string; text: string }[]
}

interface Options {
  /** Images that are there already. */
  images: readonly { name: string; size: number }[]
  /** Whether the archive takes HEIC. Asked only if there is one. */
  takesHeic(): Promise<boolean>
}

/** A file name to show: nothing in it can turn or break the line. */
export const shownName = (name: string): string => name.replace(/\p{C}/gu, '').trim() || 'picture'

/** Checks chosen files before they are stored, with the sentences that the server would answer. */
export async function checkFiles(files: readonly File[], { images, takesHeic }: Options): Promise<CheckedFiles> {
  const checked: CheckedFiles = { accepted: [], duplicates: [], refused: [] }
  const known = new Set(images.map(keyOf))
  for (const file of files) {
    const text = await refusalOf(file, takesHeic)
    if (text !== undefined) checked.refused.push({ name: shownName(file.name), text })
    else (known.has(keyOf(file)) ? checked.duplicates : checked.accepted).push(file)
    known.add(keyOf(file))
  }
  return checked
}

const keyOf = ({ name, size }: { name: string; size: number }) => JSON.stringify([name, size])

async function refusalOf(file: File, takesHeic: () => Promise<boolean>): Promise<string | undefined> {
  if (file.size > SCAN.maximumBytes) return PICTURE.bytes(file.size, SCAN.maximumBytes)
  let header: FileHeader
  try {
    header = await readFileHeader(file)
  } catch {
    return IMAGES.gone
  }
  if (file.size === 0) return PICTURE.empty
  const { kind, size } = header
  if (kind === 'svg') return PICTURE.svg
  if (kind === 'unknown') return PICTURE.kind
  if (size && size.width * size.height > SCAN.maximumPixels) {
    return PICTURE.pixels(size.width, size.height, SCAN.maximumPixels)
  }
  return kind === 'heic' && !(await takesHeic()) ? PICTURE.heic : undefined
}
