import type { CustomRecord } from 'pagefind'
import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'
import { type SearchedText, textAddress } from '#rules/addresses/hit-address.ts'
import { type Passage, passagesOf } from '#rules/search/found-in-text.ts'
import type { Archive } from '#snapshot/archive.ts'
import { otherWritings } from './custom-record.ts'

/** Letters of a stretch of what is said in a recording: about two minutes. */
const STRETCH = 2000
/** A page of a newspaper takes 30 ms to index: larger archives have an API, and beyond this their last items are found by it alone. */
const MOST = 10_000

/** The records of the search index of texts: each page, and each stretch of a recording. */
export function* textRecords(archive: Archive): Generator<Omit<CustomRecord, 'language'>> {
  let left = MOST
  for (const [at, item] of archive.itemsByDate.entries())
    for (const row of archive.textsOf(item.id))
      for (const text of searchedTexts(item, row)) {
        const content = text.passages.flatMap((passage) => passage.text.split(/\s+/).filter(Boolean)).join(' ')
        if (content === '') continue
        if (left-- === 0) return
        const words = otherWritings(content)
        yield {
          url: textAddress(item.id, text),
          content,
          ...(words && { meta: { words } }),
          filters: { item: [`${at}`] },
        }
      }
}

function searchedTexts({ item_scans }: Item, { scan, file, text }: RecordText): SearchedText[] {
  const page = scan === null ? null : item_scans.findIndex(({ id }) => id === scan) + 1
  const stretches: Passage[][] = [[]]
  let letters = 0
  for (const passage of passagesOf(text)) {
    if (letters > STRETCH) {
      stretches.push([])
      letters = 0
    }
    stretches.at(-1)!.push(passage)
    letters += passage.text.length
  }
  return stretches.map((passages) => ({ scan, file, page, passages }))
}
