import { statSync } from 'node:fs'
import * as v from 'valibot'
import { geometry } from '#contract/location.ts'
import { findAddresses, indexAddresses, type SearchableZone } from '#rules/map/address-search.ts'
import { boundingBox, fromMercator, mercatorRings } from '#rules/map/geometry.ts'
import { organizationName, zoneName } from '#rules/names/record-names.ts'
import { searchText } from '#rules/search/search-text.ts'
import type { Db } from '#server/database/tables.ts'
import { inspectPicture, type Picture } from '#server/scans/inspect-picture.ts'
import { fromCaller } from './open-archive.ts'

/** What the records of an archive offer as answers. */
export interface Choices {
  zones: readonly (SearchableZone & { geometry: string | null })[]
  organizations: readonly { id: number; name: string }[]
}
export const NO_CHOICES: Choices = { zones: [], organizations: [] }
/** How many names an error message lists. */
const LISTED = 6

export async function readChoices(db: Db): Promise<Choices> {
  const zones = await db
    .selectFrom('location')
    .select(['id as pk', 'name', 'address', 'altnames', 'geometry'])
    .execute()
  const organizations = await db.selectFrom('organization').select(['id', 'name']).orderBy('id').execute()
  return { zones: zones.map((zone) => ({ ...zone, altnames: JSON.parse(zone.altnames) as string[] })), organizations }
}

const list = (names: readonly string[]) => `${names.slice(0, LISTED).join(', ')}${names.length > LISTED ? ', …' : ''}`

/** The middle of a zone, by its name, address or number (`#47`). @throws {Error} with what is wrong. */
export function placeOf({ zones }: Choices, text: string): { latitude: number; longitude: number } {
  const [zone] = findAddresses(indexAddresses(zones), text)
  if (!zone) throw new Error(`No place of the archive is called ${text.trim()}.`)
  const shape = v.safeParse(v.pipe(v.string(), v.parseJson(), geometry), zone.geometry)
  if (!shape.success) throw new Error(`${zoneName(zone)} has no outline on the map.`)
  const [west, south, east, north] = boundingBox(mercatorRings(shape.output))
  const [longitude, latitude] = fromMercator([(west + east) / 2, (south + north) / 2])
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { latitude: rounded(latitude), longitude: rounded(longitude) }
}

/** An organization by its number, or by words that no other name has. @throws {Error} with what is wrong. */
export function organizationOf({ organizations }: Choices, text: string): number {
  const wanted = searchText(text)
  const named = organizations.map((each) => ({ ...each, words: searchText(each.name) }))
  const exact = named.filter(({ id, words }) => String(id) === text.trim() || words === wanted)
  const found = exact.length > 0 ? exact : named.filter(({ words }) => wanted !== '' && words.includes(wanted))
  if (found.length === 1) return found[0]!.id
  const names = found.map((each) => `${each.id} ${organizationName(each)}`)
  throw new Error(names.length === 0 ? `No organization is called ${text.trim()}.` : `Which one? ${list(names)}`)
}

export interface LogoFile {
  path: string
  picture: Picture
}
/** A picture on this machine. @throws {Error} with what is wrong. */
export async function logoOf(name: string): Promise<LogoFile> {
  const path = fromCaller(name.trim())
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${name.trim()}.`)
  return { path, picture: await inspectPicture(path) }
}
