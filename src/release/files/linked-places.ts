import type { LocationFeature } from '#contract/location.ts'
import { linkedPlaceFile, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { edtfDate } from '#rules/dates/partial-dates.ts'
import { zoneName } from '#rules/names/record-names.ts'
import type { PlaceYears } from '#rules/years/place-years.ts'
import type { Archive } from '#snapshot/archive.ts'
import { placeYearsOf } from '#snapshot/place-years.ts'
import { society } from '#society'
import type { Wanted } from './data-files.ts'

/** Linked Places 1.3 (https://github.com/LinkedPasts/linked-places-format): GeoJSON-T as JSON-LD. */
const CONTEXT = 'https://raw.githubusercontent.com/LinkedPasts/linked-places/master/linkedplaces-context-v1.1.jsonld'

const collection = (features: object[]) => ({ type: 'FeatureCollection', '@context': CONTEXT, features })

/** A file per place, without people: who lived or owned there is on the pages alone. */
export function* linkedPlaceFiles(archive: Archive, site: string, wanted: Wanted): Generator<[string, object]> {
  for (const place of archive.lists.locations) {
    const address = linkedPlaceFile(place.properties.pk)
    if (wanted(address)) yield [address, collection([linkedPlace(archive, place, site)])]
  }
}

/** All of them. */
export const linkedPlaces = (archive: Archive, site: string) =>
  collection(archive.lists.locations.map((place) => linkedPlace(archive, place, site)))

interface Period {
  date_start?: number | null | undefined
  date_end?: number | null | undefined
}
type Moment = Partial<Record<'in' | 'earliest' | 'latest', string>>
const when = (start: Moment, end?: Moment) => ({ when: { timespans: [{ start, ...(end && { end }) }] } })

/** Without an end, a span would mean its start alone: it goes on at least until then. */
function periodOf({ date_start: start, date_end: end }: Period, last = start): object {
  const to = end == null ? (last == null ? undefined : { earliest: edtfDate(last) }) : { in: edtfDate(end) }
  if (start != null) return when({ in: edtfDate(start) }, to)
  return end == null ? {} : when({ latest: edtfDate(end) }, to)
}

/** Eight-digit dates of the first and last year in which anything is known of a place; undefined if nothing is. */
function knownSpan({ names, owners, residents, organizations }: PlaceYears): [number, number] | undefined {
  const facts = [...names, ...owners, ...residents, ...organizations]
  const years = facts.flatMap(({ from, to }) => [from, to].filter((year) => year !== null))
  return years.length === 0 ? undefined : [Math.min(...years) * 10_000, Math.max(...years) * 10_000]
}

function linkedPlace(archive: Archive, { geometry, properties }: LocationFeature, site: string): object {
  const { pk, address, altnames, predecessors, same_as: same = [], updated_at: updated } = properties
  const page = (id: number) => new URL(zoneAddress(id), site).href
  const lang = society.language
  const known = knownSpan(placeYearsOf(archive, pk))
  const period = periodOf(properties, known && Math.max(known[1], properties.date_start ?? 0))
  const [first, last] = known ?? [Number(updated?.slice(0, 4) ?? new Date().getFullYear()) * 10_000]
  const undated = when({ latest: edtfDate(first) }, last === undefined ? undefined : { earliest: edtfDate(last) })
  const today = new Set([zoneName(properties), address, ...altnames].filter(Boolean))
  const relation = (type: string, id: number, label: string, of: Period) => {
    const place = archive.location(id)
    return place
      ? [{ relationType: type, relationTo: page(id), label: `${label} ${zoneName(place.properties)}`, ...startOf(of) }]
      : []
  }
  return {
    '@id': page(pk),
    type: 'Feature',
    properties: { title: zoneName(properties), fclasses: ['S'] },
    ...(Object.keys(period).length > 0 ? period : { when: { ...undated.when, certainty: 'uncertain' } }),
    names: [
      ...[...today].map((toponym) => ({ toponym, lang, citations: [{ label: society.siteName, '@id': page(pk) }] })),
      ...archive.namesOf(pk).map((each) => ({ toponym: each.name, lang, ...periodOf(each) })),
    ],
    types: [
      { identifier: 'aat:300000202', label: 'sites (locations)', sourceLabels: [{ label: 'Place', lang: 'en' }] },
    ],
    geometry,
    links: [
      { type: 'primaryTopicOf', identifier: page(pk) },
      ...same.map((identifier) => ({ type: 'closeMatch', identifier })),
    ],
    relations: [
      ...(predecessors ?? []).flatMap((id) => relation('gvp:tgn3411_successor_of', id, 'came out of', properties)),
      ...archive
        .successorsOf(pk)
        .flatMap(({ properties: next }) => relation('gvp:tgn3412_predecessor_of', next.pk, 'became', next)),
    ],
    descriptions: archive.descriptionsOf(pk).map(({ description: value }) => ({ value, lang })),
  }
}

const startOf = ({ date_start: start }: Period) => (start == null ? {} : when({ in: edtfDate(start) }))
