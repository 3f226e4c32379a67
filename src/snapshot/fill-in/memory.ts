import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { timestamp } from '#contract/fields.ts'

const WEEK = 7 * 24 * 60 * 60 * 1000
/** Milliseconds after which a picture is looked at again: it may have been replaced. A missing one is looked for again after a week. */
const KEPT = 4 * WEEK

/** `size` in pixels, null where there is no picture; `at` in milliseconds. */
const picture = v.object({ at: v.number(), size: v.nullable(v.object({ width: v.number(), height: v.number() })) })
const file = v.object({
  server: v.string(),
  /** By address. */
  pictures: v.record(v.string(), picture),
  /** When a build had the item first, by its id. */
  items: v.record(v.string(), timestamp),
})
export type Memory = ReturnType<typeof openMemory>

/** What earlier builds have found out about a server that does not tell it. `now` in milliseconds. */
export function openMemory(path: string, server: string, now = Date.now()) {
  const before = readMemory(path, server)
  const pictures = new Map(Object.entries(before.pictures))
  for (const [address, { at, size }] of pictures) if (now - at > (size ? KEPT : WEEK)) pictures.delete(address)
  const items: Record<string, string> = {}
  return {
    /** Undefined if it is not known. */
    sizeOf: (address: string) => pictures.get(address)?.size,
    setSize: (address: string, size: v.InferOutput<typeof picture>['size']) =>
      void pictures.set(address, { at: now, size }),
    firstSeen: (item: number): string => (items[item] = before.items[item] ?? new Date(now).toISOString()),
    /** Forgets items that were not asked for, and pictures but these. */
    save(wanted: ReadonlySet<string>) {
      const kept = Object.fromEntries([...pictures].filter(([address]) => wanted.has(address)))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify({ server, pictures: kept, items }))
    },
  }
}

function readMemory(path: string, server: string): v.InferOutput<typeof file> {
  const nothing = { server, pictures: {}, items: {} }
  try {
    const memory = v.parse(file, JSON.parse(readFileSync(path, 'utf8')))
    return memory.server === server ? memory : nothing
  } catch {
    // None yet, or not readable: all is read again.
    return nothing
  }
}
