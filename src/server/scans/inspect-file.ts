import { readFile, stat } from 'node:fs/promises'
import { SCAN } from '#contract/limits.ts'
import { type FileFormat, fileFormat } from '#contract/file.ts'
import { DOCUMENTS, PICTURE } from '#contract/picture-messages.ts'
import { recordingFormat } from '#rules/media/recording-format.ts'
import { sha256Of } from '../storage/removal.ts'
import { inspectRecording } from './inspect-recording.ts'
import { inspectPicture, isPdf, type Picture, type PictureLimits } from './inspect-picture.ts'
import { countPdfPages, requirePages } from './pdf.ts'
import { createPictureMemory, readPart, type PictureMemory } from './picture-memory.ts'
import { PictureRefused } from './picture-refused.ts'

type Described = { format: string; details: string }
/** The number of pages of a document; 0 for a recording. */
export const pagesOf = ({ details }: Pick<Described, 'details'>): number =>
  (JSON.parse(details) as { pages?: number }).pages ?? 0
/** A PDF, or a TIFF of several pages: not a picture by itself. */
export const isDocument = ({ format, details }: Described): boolean =>
  format === 'pdf' || (format === 'tiff' && pagesOf({ details }) > 1)

export const isRecording = ({ format }: Pick<Described, 'format'>): boolean =>
  ['audio', 'video'].includes(fileFormat(format)?.[0] ?? '')

const latin1 = (head: Buffer, from: number, to: number) => head.subarray(from, to).toString('latin1')

/** A file that is kept whole: a document or a recording, by its content; only a TIFF has a size in pixels, that of its first page. @throws {PictureRefused} */
export async function inspectFile(
  path: string,
  limits: PictureLimits = SCAN,
  memory: PictureMemory = createPictureMemory(limits.maximumMemory),
): Promise<Picture> {
  const { size: bytes } = await stat(path)
  const head = await readPart(path, 0, 512)
  if (head.length < 12) throw new PictureRefused(head.length === 0 ? PICTURE.empty : DOCUMENTS.kind)
  const file = async (format: FileFormat, details: object) =>
    ({ sha256: await sha256Of(path), format, bytes, width: 1, height: 1, details: JSON.stringify(details) }) as Picture
  if (recordingFormat(head)) {
    const { format, details } = await inspectRecording(path)
    return await file(format, details)
  }
  if (bytes > limits.maximumBytes) throw new PictureRefused(PICTURE.bytes(bytes, limits.maximumBytes))
  if (isPdf(head)) return await file('pdf', { pages: await countPdfPages(await readFile(path)) })
  if (!isTiff(head)) throw new PictureRefused(DOCUMENTS.kind)
  const tiff = await inspectPicture(path, limits, memory, { manyPages: true })
  requirePages(pagesOf(tiff))
  return tiff
}

const isTiff = (head: Buffer) => /^(?:II[*+]\0|MM\0[*+])/.test(latin1(head, 0, 4))

/** What somebody sends for an item: a picture, a document of pages, or a recording. @throws {PictureRefused} */
export const inspectUpload = async (path: string, limits?: PictureLimits, memory?: PictureMemory): Promise<Picture> => {
  const head = await readPart(path, 0, 512)
  const isFile = isPdf(head) || isTiff(head) || recordingFormat(head)
  return await (isFile ? inspectFile : inspectPicture)(path, limits, memory)
}
