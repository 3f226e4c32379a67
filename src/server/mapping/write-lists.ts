import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Row } from '../bundle/bundle-row.ts'
import type { ListName } from '../bundle/lists.ts'

/** Where a row comes from. */
export interface Origin {
  table: string
  line: number
}

const AT_ONCE = 500

/** Writes rows as the JSON lists of a bundle, a row a line. */
export function createListWriter(folder: string) {
  const lists = new Map<ListName, { origins: Origin[]; waiting: string[] }>()
  const flush = (list: ListName) => {
    const { waiting } = lists.get(list)!
    appendFileSync(join(folder, `${list}.json`), waiting.join(''))
    waiting.length = 0
  }
  return {
    add(list: ListName, row: Row, origin: Origin): void {
      const own = lists.get(list) ?? { origins: [], waiting: [] }
      lists.set(list, own)
      const { geometry = null, ...properties } = row
      const shape = list === 'locations' ? { type: 'Feature', properties, geometry } : row
      own.waiting.push(`${own.origins.length === 0 ? '[' : ','}\n${JSON.stringify(shape)}`)
      own.origins.push(origin)
      if (own.waiting.length >= AT_ONCE) flush(list)
    },
    /** Where each row comes from, by list and index. */
    finish(): Map<ListName, Origin[]> {
      for (const [list, { waiting }] of lists) {
        waiting.push('\n]\n')
        flush(list)
      }
      return new Map([...lists].map(([list, { origins }]) => [list, origins]))
    },
  }
}
