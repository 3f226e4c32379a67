import type { Client } from '#client/client.ts'
import type { ItemTools, Recording } from '#rules/item-tools.ts'
import type { Picture } from '#rules/pictures.ts'
import type { RecordRow } from '#rules/records.ts'

/** What the live shell shows of any record: the same facts as its page will after the next build, as one catalogue record. */
export interface LiveRecord {
  kicker: string
  title: string
  /** Under the title: a date, years, other names. Empty where there is none. */
  subtitle: string
  pictures: (Picture & { alt: string })[]
  rows: RecordRow[]
  /** Of an item: what lies at another site, and what can be done with it. */
  recording?: Recording | null
  tools?: ItemTools
}

/** The kinds of page that have a live shell, by the first part of their address (spec §2). */
export type Kind = 'itemview' | 'person-overview' | 'org-overview' | 'zone-overview'
/** Those that are shown as one catalogue record; the others have overviews (LivePerson.tsx, LiveOrganization.tsx, LiveZone.tsx). */
export type RecordKind = 'itemview'

/** What a live page is given. `leave` is called when the record cannot be loaded. */
export interface LiveProps {
  client: Client
  /** What stands before `/api/…`. */
  api: string
  pathname: string
  siteName: string
  leave: () => void
}

/** The id in an address like /itemview/12/; undefined when there is none, so that the visitor goes home. */
export function idIn(pathname: string): number | undefined {
  const match = /^\/[\w-]+\/(\d{1,15})\/?$/.exec(pathname)
  const id = Number(match?.[1])
  return id > 0 ? id : undefined
}
