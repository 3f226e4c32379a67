import type { CustomRecord } from 'pagefind'
import { textRecord } from '#rules/addresses/hit-address.ts'
import { passagesOf } from '#rules/search/found-in-text.ts'
import type { Archive } from '#snapshot/archive.ts'
import { otherWritings } from './custom-record.ts'

/** Sentences of a record of a recording: about two minutes. */
const SENTENCES = 30
/** A page of a newspaper takes 30 ms to index. Larger archives have an API; the texts of their last items are found by it alone. */
const MOST = 10_000

/** The records of the search index of texts: each page, and some minutes of what is said in a recording. */
export function* textRecords(archive: Archive): Generator<Omit<CustomRecord, 'language'>> {
  let left = MOST
  for (const [at, item] of archive.itemsByDate.entries())
    for (const { scan, file, text } of archive.textsOf(item.id)) {
      const page = scan === null ? null : item.item_scans.findIndex(({ id }) => id === scan) + 1
      const passages = passagesOf(text)
      for (let from = 0; from < passages.length; from += SENTENCES) {
        const part = scan === null ? `files/${file}` : `scans/${scan}`
        const record = textRecord(item.id, part, page, passages.slice(from, from + SENTENCES))
        const words = otherWritings(record.content)
        if (record.content === '') continue
        if (left-- === 0) return
        yield { ...record, ...(words && { meta: { words } }), filters: { item: [`${at}`] } }
      }
    }
}
