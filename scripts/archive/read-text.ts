import type { Command } from 'commander'
import { ocrData } from '#server/jobs/ocr-data.ts'
import { createPictureProcess } from '#server/scans/picture-process.ts'
import { OCR_TIMEOUT, ocrScan } from '#server/scans/ocr-job.ts'
import { PICTURE } from '#contract/picture-messages.ts'
import { showProgress } from './progress.ts'
import { archiveConfig, UserError, withArchive } from './open-archive.ts'

interface Options {
  items?: string
  missing?: boolean
}

export function addReadTextCommand(program: Command): void {
  program
    .command('read-text')
    .description(
      'Read pages by machine: those without a text, with words in English or French. It works offline, also while the server runs, and can be interrupted.',
    )
    .option('--items <numbers>', 'those of these items, such as 12,15')
    .option('--missing', 'those of all items')
    .action(readTexts)
}

async function readTexts({ items, missing = false }: Options): Promise<void> {
  if ((items === undefined) !== missing) throw new UserError('Give either --items with their numbers, or --missing.')
  const ids = items?.split(',').map(Number) ?? []
  if (!ids.every((id) => Number.isSafeInteger(id) && id > 0))
    throw new UserError(`Items are numbers, such as 12,15, not ${items}.`)
  await withArchive('refuse', async ({ db }) => {
    if (!ocrData('eng')) throw new UserError(PICTURE.noReader)
    const { mediaDir, s3, scans: limits } = archiveConfig()
    const pictures = createPictureProcess({ mediaDir, s3, limits, decodeTimeout: OCR_TIMEOUT })
    try {
      const scans = await db
        .selectFrom('scan')
        .select('id')
        .where('text', '=', '')
        .$if(!missing, (query) => query.where('item_id', 'in', ids))
        .orderBy('item_id')
        .orderBy('scan_order')
        .execute()
      let read = 0
      const progress = showProgress('Reading', 'pages')
      for (const [at, { id }] of scans.entries()) {
        if (await ocrScan({ db, pictures }, id)) read += 1
        progress.update(at + 1, scans.length)
      }
      progress.end()
      console.log(`Read ${read} of ${scans.length} pages without a text. The others have no words that could be read.`)
    } finally {
      await pictures.close()
    }
  })
}
