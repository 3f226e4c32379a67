import type { Family } from './person-cards.ts'
import type { ZoneItem } from './zone-overview.ts'

interface Link {
  href: string
  text: string
}

/** The items of a record, in the order of the API: all of them in a snapshot, those of the first page through the API. */
export interface ItemsOfRecord {
  items: ZoneItem[]
  count: number
  /** What pages of them are asked for by, `people_or=12`; empty where the API's answer would not be these. */
  asked: string
}

/** What lies under the head of a person's page (spec §2 "Person overview"). */
export interface PersonParts {
  family: Family
  items: ItemsOfRecord
  ownership: { lot: string; addresses: Link[]; year: string; source: string }[]
  employment: { organization: Link; years: string }[]
}

/** What lies under the head of an organization's page (spec §2 "Organization overview"). */
export interface OrganizationParts {
  items: ItemsOfRecord
  locations: { zone: Link; years: string }[]
  people: { person: Link; years: string }[]
}
