import { ADDRESS, organizationAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { TIME } from '#contract/limits.ts'
import type { MapLayers } from '#contract/map-layers.ts'
import { shorten, zoneName } from '#rules/names/record-names.ts'
import { society } from '#society'
import { itemSummary, type ItemSummary } from '#views/item-lists.ts'
import { mapThumbnail } from '#rules/map/map-thumbnail.ts'
import { openingPictures } from '#rules/media/opening-pictures.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { mapLayersOf, type PageView } from '../page-view.ts'
import { compareNames } from './alphabet.ts'
import { type ListCard, listCard, richestPictured } from './listing.ts'
import { yearsWithPages } from './known-years.ts'
import { placePages } from './name-indexes.ts'
import { type TownPlan, townPlan } from './town-plan.ts'

/** The static part of the map page (spec §2 "Map page"), useful without JavaScript: the plan and the side bar's four sections. */
export interface MapHome extends PageView {
  plan: TownPlan | undefined
  counts: { places: number; items: number; people: number; organizations: number }
  /** Streets with their zones; in a large town only streets, which link to the list of places. */
  streets: { id: string; heading: string; href: string; count: number; zones: Link[] }[]
  organizations: { total: number; rows: (Link & { places: Link[] })[] }
  newest: ListCard[]
  /** Pictures at the head of the side bar. */
  opening: ItemSummary[]
  layers: MapLayers
  /** With holdings, ascending. */
  years: number[]
  /** A picture of each old map, by id. */
  thumbnails: Record<string, string>
}

/** Limits of the side bar's lists; beyond them it links to the index pages. */
const MOST_ZONES = 400
const MOST_ORGANIZATIONS = 120
const NEWEST = 12
const OPENING = 6
/** Maximum CSS pixels of an opening picture. */
const OPENING_BOX = { width: 144, height: 108 }
const SUMMARY =
  'Explore the town lot by lot: photographs, papers, people, organizations and houses, each where it belongs.'

/** The society's day as a number, which goes up by one. */
const today = () => Date.parse(societyDay(new Date().toISOString())!) / 86_400_000

/** Two pages show it, and a build asks more than once; the plan of a large town takes seconds. */
export const mapHome = memoizePerArchive('map home', (archive: Archive): MapHome => {
  const { lists } = archive
  const pages = placePages(archive)
  const listed = lists.locations.length <= MOST_ZONES
  return {
    address: ADDRESS.map,
    title: `${society.siteName}: the town map`,
    description: SUMMARY,
    picture: null,
    trail: [{ href: ADDRESS.map, text: 'Map' }],
    plan: townPlan(archive),
    counts: {
      places: lists.locations.length,
      items: lists.items.length,
      people: lists.people.length,
      organizations: lists.organizations.length,
    },
    streets: pages.flatMap(({ index }) =>
      index.groups.map(({ id, heading, entries }) => ({
        id,
        heading,
        href: `${index.address}#${id}`,
        count: entries.length,
        zones: listed ? entries.map(({ href, text }) => ({ href, text })) : [],
      })),
    ),
    organizations: organizationRows(archive),
    newest: newestItems(archive, NEWEST),
    opening: openingPictures(richestPictured(lists.items), today(), OPENING).map((item) =>
      itemSummary(item, archive.meta.pictures, OPENING_BOX),
    ),
    layers: mapLayersOf(archive.meta),
    years: yearsWithPages(archive).filter((year) => year >= TIME.firstYear),
    thumbnails: thumbnails(archive),
  }
})

function thumbnails({ meta }: Archive): MapHome['thumbnails'] {
  const tiles = new Map(meta.overlays.map((overlay) => [overlay.layer, overlay]))
  const known = mapLayersOf(meta).overlays.flatMap(({ id, layer }) => {
    const overlay = tiles.get(layer)
    return overlay ? [[id, mapThumbnail(meta.pictures, overlay)] as const] : []
  })
  return Object.fromEntries(known)
}

/** Organizations from A to Z with the zones where they were (spec §2 "Organization Search"). */
function organizationRows(archive: Archive): MapHome['organizations'] {
  const { organizations } = archive.lists
  const rows = organizations
    .map((row) => ({ row, places: archive.premisesOf(row.id) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => b.places.length - a.places.length || a.row.id - b.row.id)
    .slice(0, MOST_ORGANIZATIONS)
    .sort((a, b) => compareNames(a.row.name, b.row.name) || a.row.id - b.row.id)
    .map(({ row, places }) => ({
      href: organizationAddress(row.id),
      text: shorten(row.name, 80),
      places: [...new Set(places.map((each) => each.location))].slice(0, 4).map((id) => ({
        href: zoneAddress(id),
        text: shorten(zoneName(archive.location(id)!.properties), 60),
      })),
    }))
  return { total: organizations.length, rows }
}

/** The newest published items with a picture. */
export function newestItems(archive: Archive, count: number): ListCard[] {
  return [...archive.lists.items]
    .filter((item) => item.item_scans.length > 0)
    .sort((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? '') || b.id - a.id)
    .slice(0, count)
    .map((item) => listCard(archive, item))
}
