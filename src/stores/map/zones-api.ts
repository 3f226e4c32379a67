import * as v from 'valibot'
import type { Client } from '#client/client.ts'
import { ApiError, ContractError } from '#client/errors.ts'
import { locationFeature } from '#contract/location.ts'
import { changes } from '#contract/status.ts'
import { outlineOf, type ZoneOutline } from '#rules/zone-outlines.ts'
import type { Later } from '../shared/parts.ts'

/** Rows that are checked at a time: the page answers to its visitor between two such parts. */
const ROWS_AT_A_TIME = 250

/** True for an answer that says no more than that the server is there: it lacks the call, or does not give it to everybody. */
const isRefused = (problem: unknown) => problem instanceof ApiError && problem.status < 500 && problem.status !== 429

/** The archive's change counter. `away`: the API cannot be asked at the moment; `unknown`: it does not count. */
export async function readCounter(client: Client, signal: AbortSignal): Promise<number | 'away' | 'unknown'> {
  try {
    const answer = v.safeParse(changes, await client.read('changes', { signal }))
    return answer.success ? answer.output.counter : 'unknown'
  } catch (problem) {
    return isRefused(problem) || problem instanceof ContractError ? 'unknown' : 'away'
  }
}

/**
 * All zones as the API has them now, in the order of their numbers; a row that breaks the contract is left out. `items` says how many items a zone
 * had at the last build. Undefined when there is no such answer.
 */
export async function readZoneList(
  { client, later }: { client: Client; later: Later },
  items: ReadonlyMap<number, number>,
  signal: AbortSignal,
): Promise<ZoneOutline[] | undefined> {
  const rows = await client.read('locations', { signal }).then(featuresOf, () => undefined)
  if (!rows) return undefined
  const found = new Map<number, ZoneOutline>()
  for (let at = 0; at < rows.length; at += ROWS_AT_A_TIME) {
    if (at > 0) await new Promise<void>((resolve) => later(0, resolve))
    if (signal.aborted) return undefined
    for (const row of rows.slice(at, at + ROWS_AT_A_TIME)) {
      const read = v.safeParse(locationFeature, row)
      const pk = read.success ? read.output.properties.pk : undefined
      if (!read.success || found.has(pk!)) continue
      found.set(pk!, outlineOf(read.output, items.get(pk!)))
    }
  }
  // Not one of them is a zone: that is some other answer, and no reason to empty the map.
  if (rows.length > 0 && found.size === 0) return undefined
  return [...found.values()].sort((a, b) => a.pk - b.pk)
}

function featuresOf(answer: unknown): unknown[] | undefined {
  if (Array.isArray(answer)) return answer
  const features = (answer as { features?: unknown } | null | undefined)?.features
  return Array.isArray(features) ? features : undefined
}
