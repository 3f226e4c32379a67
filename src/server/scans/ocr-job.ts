import { sql } from 'kysely'
import { COMMAND_LINE } from '#rules/access/permissions.ts'
import { printBoxes, turnBoxes } from '#rules/texts/word-boxes.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { inTransaction } from '../database/write.ts'
import { startJob, type Job } from '../jobs/background-job.ts'
import { editRecord } from '../records/edit-record.ts'
import { readFields, versionOf } from '../records/fields.ts'
import { PictureRefused } from './picture-refused.ts'
import type { PictureWork } from './picture-work.ts'

/** Milliseconds that a page may take. */
export const OCR_TIMEOUT = 10 * 60_000

interface Reading<Work = Pick<PictureWork, 'ocrPage'>> {
  db: ArchiveDatabase
  pictures: Work
}

/** Reads a scan that has no text, and writes what it finds unless somebody was first. True if it did. */
export async function ocrScan({ db, pictures }: Reading, key: number): Promise<boolean> {
  const scan = await db
    .selectFrom('scan')
    .innerJoin('original', 'original.sha256', 'scan.sha256')
    .innerJoin('item', 'item.id', 'scan.item_id')
    .select(['original.sha256', 'original.format', 'turn', 'text_language', 'item.language'])
    .where('scan.id', '=', key)
    .where('text', '=', '')
    .executeTakeFirst()
  if (!scan) return false
  const { sha256, format, turn } = scan
  const found = await pictures
    .ocrPage({ sha256, format, turn }, scan.text_language || scan.language)
    .catch((error: unknown) => {
      if (error instanceof PictureRefused) return undefined
      throw error
    })
  return await inTransaction(db, async (trx) => {
    const before = await readFields(trx, 'scans', key)
    if (!before || before['text'] !== '') return false
    const edit = { caller: COMMAND_LINE, kind: 'scans' as const, key, header: `"${versionOf(before)}"` }
    const { text = '', words = [] } = found ?? {}
    const onOriginal = turnBoxes(words, (360 - turn) % 360)
    await editRecord(trx, edit, { text, text_source: text ? 'machine' : 'unread' }, printBoxes(onOriginal))
    return text !== ''
  })
}

/** Reads the pages for which that was asked at the desk (migration 0043), one after the other. `pictures`: a process of its own, which ends with the job. */
export function startOcr({ db, pictures }: Reading<PictureWork>, log: (error: unknown) => void, every = 3000): Job {
  /** Tried again after a restart. */
  const failed = new Set<number>([0])
  async function readNext() {
    const asked = sql<{ id: number }>`select id from scan where text_source = 'machine' and text = ''
      and id not in (${sql.join([...failed])}) order by id limit 1`
    const [next] = (await asked.execute(db)).rows
    if (!next) return false
    failed.add(next.id)
    await ocrScan({ db, pictures }, next.id)
    return failed.delete(next.id)
  }
  const job = startJob(readNext, { every, onError: log })
  return { stop: async () => void (await Promise.all([job.stop(), pictures.close()])) }
}
