import { Readable } from 'node:stream'
import type { Item } from '#contract/item.ts'
import { PLANS } from './plans.ts'
import { unlessMissing } from './read-lists.ts'
import { rowsOf, type Read } from './reader.ts'
import { checkRows } from './row-checks.ts'

/** Items per call: the pages of a newspaper have 20 kB of text each. */
const ITEMS_A_CALL = 20

const mayHaveTexts = ({ item_scans, item_files }: Item) =>
  item_scans.some(({ has_text }) => has_text) || item_files.length > 0

/** The texts of items that may have some, checked. */
export async function readTexts(read: Read, items: readonly Item[], inFlight: number) {
  const ids = items.filter(mayHaveTexts).map(({ id }) => id)
  const calls = Array.from({ length: Math.ceil(ids.length / ITEMS_A_CALL) }, (_, at) =>
    ids.slice(at * ITEMS_A_CALL, (at + 1) * ITEMS_A_CALL),
  )
  const readSome = async (some: number[]) =>
    rowsOf(await unlessMissing(read('texts', { query: { items: some.join(',') } }))) ?? []
  const rows = await Readable.from(calls).map(readSome, { concurrency: inFlight }).toArray()
  return checkRows('texts', PLANS.texts.row, rows.flat())
}
