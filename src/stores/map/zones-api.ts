import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError } from '#client/errors.ts'
import { locationFeature } from '#contract/location.ts'
import { changes } from '#contract/status.ts'
import { outlineOf, type ZoneOutline } from '#rules/map/zone-outlines.ts'
import type { Schedule } from '../shared/deps.ts'

/** Rows validated per task, so that the page stays responsive. */
const ROWS_AT_A_TIME = 250

/** True when the server answers but lacks the call or does not allow it. */
const isRefused = (problem: unknown) => problem instanceof ApiError && problem.status < 500 && problem.status !== 429

/** The archive's change counter. `away`: the API does not answer; `unknown`: it has no counter. */
export async function readCounter(client: Client, signal: AbortSignal): Promise<number | 'away' | 'unknown'> {
  try {
    const answer = v.safeParse(changes, await client.read('changes', { signal }))
    return answer.success ? answer.output.counter : 'unknown'
  } catch (problem) {
    return isRefused(problem) || problem instanceof ContractError ? 'unknown' : 'away'
  }
}

/** All zones of the API, by number. Invalid rows are left out. `items` is the item count per zone at the last build. Undefined without a valid answer. */
export async function readZoneList(
  { client, schedule }: { client: Client; schedule: Schedule },
  items: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<ZoneOutline[] | undefined> {
  const rows = await client.read('locations', { signal }).then(featuresOf, () => undefined)
  if (!rows) return undefined
  const found = new Map<number, ZoneOutline>()
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    if (at > 0) await new Promise<void>((resolve) => schedule(0, resolve))
    if (signal.aborted) return undefined
    for (const row of rows.slice(at, at + ROWS_AT_A_TIME)) {
      const read = v.safeParse(locationFeature, row)
      const pk = read.success ? read.output.properties.pk : undefined
      if (!read.success || found.has(pk!)) continue
      found.set(pk!, outlineOf(read.output, items.get(pk!)))
    }
  }
  // Not a single valid zone: this is some other answer, so keep what the map has.
  if (rows.length > 0 && found.size === 0) return undefined
  return [...found.values()].sort((a, b) => a.pk - b.pk)
}

function featuresOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const features = (answer as { features?: unknown } | null | undefined)?.features
  return Array.isArray(features) ? features : undefined
}
