import {
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  storyAddress,
  subjectAddress,
  zoneAddress,
} from './page-addresses.ts'

const RECORD_PAGES: Readonly<Record<string, (id: number) => string>> = {
  items: itemAddress,
  people: personAddress,
  organizations: organizationAddress,
  locations: zoneAddress,
  subjects: subjectAddress,
  collections: collectionAddress,
  stories: storyAddress,
}
/** The page of a record; null for kinds without one, such as a gravestone. */
export const recordAddress = (kind: string, key: number): string | null => RECORD_PAGES[kind]?.(key) ?? null

/** The page of a record in a text, such as why a build failed. */
export const RECORD_PAGE =
  /\/(?:itemview|person-overview|org-overview|zone-overview|subjects|collections|stories)\/[1-9]\d{0,14}\//

/** The record whose page has this path, further pages of its items included; undefined for other pages. */
export function recordOfPath(pathname: string): { kind: string; key: number } | undefined {
  const key = Number(/^\/[\w-]+\/([1-9]\d{0,14})\//.exec(pathname)?.[1])
  const kind = Object.keys(RECORD_PAGES).find((each) => pathname.startsWith(RECORD_PAGES[each]!(key)))
  return kind === undefined ? undefined : { kind, key }
}
