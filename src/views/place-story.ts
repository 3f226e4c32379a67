import { RESIDENT_ROLES } from '#contract/kinds.ts'
import type { LocationFeature, PlaceName, Resident } from '#contract/location.ts'
import { zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { dateRange, ownershipYear } from '#rules/dates/display-dates.ts'
import { zoneName } from '#rules/names/record-names.ts'
import { byDate } from '#rules/dates/partial-dates.ts'

type Place = LocationFeature['properties']
/** Texts and links, in the order in which they are read. */
export type Story = (string | Link)[]

interface StoryRows {
  properties: Place
  names: readonly PlaceName[]
  predecessors: readonly Place[]
  successors: readonly Place[]
}

/** Years, or what the source has instead; empty where nothing is known. */
const endsOf = (row: Partial<Pick<Place, 'date_start' | 'date_start_text' | 'date_end' | 'date_end_text'>>) => ({
  from: ownershipYear({ date: row.date_start ?? null, date_text: row.date_start_text ?? '' }),
  to: ownershipYear({ date: row.date_end ?? null, date_text: row.date_end_text ?? '' }),
})

/** "1850–1860", "from 1850", "until 1860", or empty. */
function yearsOf(row: Parameters<typeof endsOf>[0], since = 'from '): string {
  const { from, to } = endsOf(row)
  if (from && to) return from === to ? from : dateRange(from, to)
  return from ? since + from : to && `until ${to}`
}

/** The years of somebody at a place: a start without an end is a record of that time. */
export const residenceYears = (row: Resident): string => yearsOf(row, '')
export const startOfResidence = ({ date_start, date_end }: Resident): number | null => date_start ?? date_end
export const roleName = ({ role }: Resident): string => role && RESIDENT_ROLES[role]

/** The newest place where somebody is known to have lived: "31 Mill Street, 1871". */
export function homeOf(residences: readonly Resident[], place: (pk: number) => Place | undefined): string {
  const known = byDate(residences, startOfResidence).filter((row) => place(row.location))
  const row = known.findLast((each) => startOfResidence(each) !== null) ?? known[0]
  const at = row && place(row.location)!
  return at ? [zoneName(at), residenceYears(row)].filter(Boolean).join(', ') : ''
}

/** `14A, 14B and 14C` */
const listed = (places: readonly Place[]): Story =>
  places.flatMap((place, at) => [
    ...(at === 0 ? [] : [at === places.length - 1 ? ' and ' : ', ']),
    { href: zoneAddress(place.pk), text: zoneName(place) },
  ])

/** Neighbouring texts as one: React marks where texts meet. */
const joined = (story: Story): Story =>
  story.reduce<Story>((all, part) => {
    const last = all.at(-1)
    return typeof part === 'string' && typeof last === 'string' ? all.with(-1, last + part) : [...all, part]
  }, [])

/** What is told of a place's time: "Here since 1881, from Lot 14, which was split." Empty where nothing is. */
export function placeStory({ properties, names, predecessors, successors }: StoryRows): Story {
  const { from, to } = endsOf(properties)
  const how = properties.succession && `, which ${predecessors.length > 1 ? 'were' : 'was'} ${properties.succession}`
  const start = from && (to || successors.length > 0 ? `Here from ${from}` : `Here since ${from}`)
  const end = to && `Until ${to}`
  const origin = [start ? `${start}, from ` : 'From ', ...listed(predecessors), `${how}. `]
  const later = [end ? `${end}, then ` : 'Then ', ...listed(successors), '. ']
  const byEnd = byDate(
    byDate(names, (row) => row.date_start),
    (row) => row.date_end,
  )
  return joined([
    ...(predecessors.length > 0 ? origin : start ? [`${start}. `] : []),
    ...(successors.length > 0 ? later : end ? [`${end}. `] : []),
    ...byEnd.map((row) => (yearsOf(row) ? `${row.name} ${yearsOf(row)}. ` : `Also called ${row.name}. `)),
  ])
}
