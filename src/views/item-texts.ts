import type { Item } from '#contract/item.ts'
import type { RecordText } from '#contract/text.ts'

/** What is written on a scan. */
export interface ScanText {
  /** Of its element, so that links lead to it. */
  id: string
  heading: string
  text: string
  /** BCP 47; '' for the language of the archive. */
  language: string
  source: string
  /** It is folded. */
  isLong: boolean
}

const LONG = 1500

function sourceOf({ text_source: source, text_by: by }: RecordText): string {
  if (source === 'machine') return 'Read by machine, not checked.'
  const word = { '': by && 'Text', typed: 'Typed', file: 'From a file', checked: 'Checked' }[source]
  return word && `${word}${by ? ` by ${by}` : ''}.`
}

/** The texts of an item's scans, in their order. */
export function scanTexts({ item_scans: scans }: Pick<Item, 'item_scans'>, texts: readonly RecordText[]): ScanText[] {
  return scans.flatMap(({ id }, at) =>
    texts
      .filter(({ scan, text }) => scan === id && text !== '')
      .map((each) => ({
        id: `text-${at + 1}`,
        heading: scans.length === 1 ? 'What is written here' : `Page ${at + 1}`,
        text: each.text,
        language: each.text_language,
        source: sourceOf(each),
        isLong: each.text.length > LONG,
      })),
  )
}
