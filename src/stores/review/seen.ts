import type { AuditEntry, DeskRecord } from '#contract/record.ts'
import { isAlike } from '../shared/is-alike.ts'

/** A version's first part covers the record's own fields (GET /api/records/). */
const ownPart = ({ version }: DeskRecord) => version.split('.')[0]
type Part = DeskRecord['brings'][number]
const partKey = ({ kind, key, fields }: Part) => JSON.stringify([kind, key, fields])

/**
 * True if a cataloguer who has seen `seen` has seen all of `now`. A new person that two drafts name leaves the second draft when the first is published:
 * its version changes, but nothing is new.
 */
export function hasSeenAll(seen: DeskRecord, now: DeskRecord): boolean {
  const brought = new Set(seen.brings.map(partKey))
  return (
    seen.state === now.state &&
    ownPart(seen) === ownPart(now) &&
    isAlike(seen.scans, now.scans) &&
    now.brings.every((part) => brought.has(partKey(part)))
  )
}

/** What somebody else did between two versions of a record. */
export interface Changes {
  /** Steps of the audit trail, newest first. */
  steps: AuditEntry[]
  /** The pictures are others, or in another order. */
  scans: boolean
  /** Names of new records that it brings now, or that were changed. */
  brings: string[]
}

export function changesBetween(seen: DeskRecord, now: DeskRecord): Changes {
  const known = new Set(seen.history.map(({ id }) => id))
  const brought = new Set(seen.brings.map(partKey))
  return {
    steps: now.history.filter(({ id }) => !known.has(id)),
    scans: !isAlike(seen.scans, now.scans),
    brings: now.brings.filter((part) => !brought.has(partKey(part))).map(({ label }) => label),
  }
}
