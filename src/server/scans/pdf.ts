import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { DOCUMENT } from '#contract/limits.ts'
import { DOCUMENTS } from '#contract/picture-messages.ts'
import { PictureRefused } from './picture-refused.ts'

let library: Promise<PDFiumLibrary> | undefined

/** Only the process that reads pictures loads it. */
const load = () => (library ??= import('@hyzyla/pdfium').then(({ PDFiumLibrary: pdfium }) => pdfium.init()))

/** Bytes at the end of a whole PDF that may follow its mark: those of some programs. */
const TAIL = 2048

/** Opens a PDF for `work`. @throws {PictureRefused} where it is cut, damaged or locked. */
async function withPdf<T>(bytes: Uint8Array, work: (pdf: PDFiumDocument) => T | Promise<T>): Promise<T> {
  if (!Buffer.from(bytes.subarray(-TAIL)).includes('%%EOF')) throw new PictureRefused(DOCUMENTS.cut)
  try {
    const pdf = await (await load()).loadDocument(bytes)
    const done = await work(pdf)
    pdf.destroy()
    return done
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    const why = error instanceof Error ? error.message : ''
    if (/password|security/i.test(why)) throw new PictureRefused(DOCUMENTS.locked)
    // What has failed inside may have left anything behind.
    library = undefined
    throw new PictureRefused(/memory/i.test(why) ? DOCUMENTS.memory : DOCUMENTS.broken)
  }
}

/** The number of pages. @throws {PictureRefused} */
export const countPdfPages = (bytes: Uint8Array) => withPdf(bytes, (pdf) => requirePages(pdf.getPageCount()))

/** @throws {PictureRefused} for a document without pages, and one with too many. */
export function requirePages(pages: number): number {
  if (pages < 1) throw new PictureRefused(DOCUMENTS.noPages)
  if (pages > DOCUMENT.pages) throw new PictureRefused(DOCUMENTS.pages(pages, DOCUMENT.pages))
  return pages
}

/** Points per inch, PDF 32000-1 section 8.3.2.3. */
const POINTS = 72

/** Dots per inch for a page of this size in points: 300 for a small page, 200 for a large one, less for one as large as a wall. */
export function dpiOf({ width, height }: { width: number; height: number }): number {
  const inches = (width / POINTS) * (height / POINTS)
  const dpi = Math.min(DOCUMENT.mostDpi, Math.max(DOCUMENT.leastDpi, Math.sqrt(DOCUMENT.usualPixels / inches)))
  return Math.min(dpi, Math.sqrt(DOCUMENT.mostPixels / inches))
}

/** Draws a page, counted from 1, as RGBA on white. @throws {PictureRefused} */
export async function drawPdfPage(bytes: Uint8Array, page: number) {
  return await withPdf(bytes, async (pdf) => {
    const one = pdf.getPage(page - 1)
    const { originalWidth: width, originalHeight: height } = one.getOriginalSize()
    if (!(width > 0 && height > 0)) throw new PictureRefused(DOCUMENTS.broken)
    const dpi = dpiOf({ width, height })
    const scale = dpi / POINTS
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const { data, ...drawn } = await one.render({ ...size, scale: 1, render: 'bitmap' })
    return { data, width: drawn.width, height: drawn.height, channels: 4 as const, dpi }
  })
}
