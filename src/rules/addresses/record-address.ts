import {
  collectionAddress,
  itemAddress,
  organizationAddress,
  personAddress,
  subjectAddress,
  zoneAddress,
} from './page-addresses.ts'

const RECORD_PAGES: Partial<Record<string, (id: number) => string>> = {
  items: itemAddress,
  people: personAddress,
  organizations: organizationAddress,
  locations: zoneAddress,
  subjects: subjectAddress,
  collections: collectionAddress,
}
/** The page of a record; null for kinds without one, such as a gravestone. */
export const recordAddress = (kind: string, key: number): string | null => RECORD_PAGES[kind]?.(key) ?? null
