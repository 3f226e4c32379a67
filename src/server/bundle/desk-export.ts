import { Readable } from 'node:stream'
import type { Query } from '#contract/endpoints.ts'
import { type ExportFormat } from '#contract/review.ts'
import { EXPORT } from '#contract/review-messages.ts'
import type { ArchiveDatabase } from '../database/open.ts'
import { DomainError } from '../errors/domain-error.ts'
import { answerAtOnce } from '../oai/answer.ts'
import { readListedKeys } from '../records/review-queue.ts'
import { createRepositories } from '../repositories/repositories.ts'
import { addressKey, isAddressKey } from '../storage/address-key.ts'
import { bundleRows } from './export-bundle.ts'
import { gedcomText } from './export-gedcom.ts'
import { workbookOf } from '../tables/write-xlsx.ts'
import { createTables, csvText, rowsOf } from './export-tables.ts'

const FILES: Record<ExportFormat, [ending: string, type: string]> = {
  csv: ['csv', 'text/csv; charset=utf-8'],
  xlsx: ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  'dublin-core': ['xml', 'application/xml; charset=utf-8'],
  gedcom: ['ged', 'text/vnd.familysearch.gedcom; charset=utf-8'],
}
/** A workbook is made as a whole. */
const MOST_ROWS = 20_000
type Asked = Query<'exportLink'>

/** Files of the records that the desk lists. @param site its address, without a trailing slash */
export function createDeskExport(db: ArchiveDatabase, secret: string, site: string) {
  const signed = (asked: Asked) => `export ${JSON.stringify(asked)}`
  async function contentOf({ format, kind }: Asked, keys: Set<number>) {
    if (format === 'gedcom') return (await gedcomText(db, keys)).text
    if (format === 'dublin-core') return Readable.from(answerAtOnce(createRepositories(db), site, keys))
    const { tableOf, fileOf } = await createTables(db, '', format)
    const table = tableOf(kind, bundleRows(db, kind, { files: new Map(), fileOf }, keys))
    if (format === 'csv') return Readable.from(csvText(table))
    return workbookOf([{ sheet: kind, data: await rowsOf(table) }]).toBuffer()
  }
  return {
    /** @throws {DomainError} for no records, and for a format that they do not have. */
    async link(asked: Asked): Promise<{ href: string }> {
      const refuse = (field: string, sentence: string) => new DomainError('invalid', { [field]: [sentence] })
      const kind = { 'dublin-core': 'items', gedcom: 'people', csv: '', xlsx: '' }[asked.format]
      if (kind && (asked.kind !== kind || asked.state !== 'published'))
        throw refuse('format', EXPORT.onlyPublished(kind))
      const count = (await readListedKeys(db, asked)).size
      if (count === 0) throw refuse('state', EXPORT.none)
      if (asked.format === 'xlsx' && count > MOST_ROWS) throw refuse('format', EXPORT.tooMany(MOST_ROWS))
      const known = Object.entries(asked).filter(([, value]) => value !== undefined)
      const query = new URLSearchParams({ ...Object.fromEntries(known), key: addressKey(secret, signed(asked)) })
      return { href: `/api/review/export/file/?${query}` }
    },
    /** Undefined for an address without its key. */
    async file({ key, ...asked }: Query<'exportFile'>) {
      if (!isAddressKey(secret, signed(asked), key)) return undefined
      const [ending, type] = FILES[asked.format]
      const name = `${asked.kind}-${new Date().toISOString().slice(0, 10)}.${ending}`
      return { name, type, content: await contentOf(asked, await readListedKeys(db, asked)) }
    },
  }
}
