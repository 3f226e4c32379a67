import type { Client } from '#client/client.ts'
import type { SnapshotLists } from '../plans.ts'
import { measurePictures, type MeasureOptions } from './measure-pictures.ts'
import { openMemory } from './memory.ts'

interface Options extends MeasureOptions {
  /** File in which answers are remembered. */
  memory: string
  now?: number
}

/**
 * Adds to `lists` what servers of the contract alone do not tell: sizes of pictures, who has a portrait, and since when an item is published (since a build
 * had it first). Returns notes for the build report.
 */
export async function fillIn(client: Client, lists: SnapshotLists, options: Options): Promise<string[]> {
  const scans = lists.items.flatMap((item) => item.item_scans.filter((scan) => !scan.width || !scan.height))
  const people = lists.people.filter((person) => person.image === undefined)
  const undated = lists.items.filter((item) => !item.published_at && !item.updated_at)
  if (scans.length + people.length + undated.length === 0) return []
  const memory = openMemory(options.memory, client.base, options.now)
  for (const item of undated) item.published_at = memory.firstSeen(item.id)
  return measurePictures(client, { scans, people, memory }, options)
}
