import type { PSM } from 'tesseract.js'
import { PICTURE } from '#contract/picture-messages.ts'
import { TextRefused } from '#rules/texts/read-markup.ts'
import { readText, type PageText } from '#rules/texts/read-text.ts'
import { ocrData } from '../jobs/ocr-data.ts'
import { showOriginal } from './derivatives.ts'
import { PictureRefused } from './picture-refused.ts'

/** Pixels of the longer side that are read. */
const LONGEST = 4000

/** Reads a page by machine. Undefined where there is nothing to read. @param turn in degrees, clockwise. @param language as it is called or tagged. @throws {PictureRefused} where the machine is not installed. */
export async function ocrPage(original: Uint8Array, turn: number, language: string): Promise<PageText | undefined> {
  const code = /^fr/i.test(language) ? 'fra' : 'eng'
  const langPath = ocrData(code)
  if (langPath === undefined) throw new PictureRefused(PICTURE.noReader)
  const size = { width: LONGEST, height: LONGEST, fit: 'inside', withoutEnlargement: true } as const
  const upright = (await showOriginal(original)).resize(size).rotate(turn)
  const page = await upright.greyscale().png({ compressionLevel: 1 }).toBuffer()
  const { createWorker } = await import('tesseract.js')
  const worker = await createWorker(code, 1, { langPath, cacheMethod: 'none', errorHandler: () => {} })
  try {
    // In columns, without a word about specks.
    await worker.setParameters({ tessedit_pageseg_mode: '3' as PSM, debug_file: '/dev/null' })
    const { data } = await worker.recognize(page, {}, { hocr: true, text: false })
    return readText(Buffer.from(`<html>${data.hocr}</html>`), '.hocr')
  } catch (error) {
    if (error instanceof TextRefused) return undefined
    throw error
  } finally {
    await worker.terminate()
  }
}
