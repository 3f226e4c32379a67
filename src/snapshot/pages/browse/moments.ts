import type { Item } from '#contract/item.ts'
import {
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
  type Link,
} from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate, yearOf } from '#rules/dates/display-dates.ts'
import { dateParts, formatDate, itemSpan } from '#rules/dates/partial-dates.ts'
import { itemTitle, organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import { plaqueYear } from '#views/zone-years.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'

/** A dated event in the town's history, from a record. */
export interface Moment extends Link {
  /** For display: "9 October 1896", "1871". */
  when: string
  /** Follows the link: "opened", "closed", "on a plaque at Mill Street". */
  note: string
  /** Eight digits (spec §3), for sorting. */
  date: number
}

/** What happens in a year, in the order in which it is told. */
export const MOMENT_KINDS = {
  event: 'Events',
  plaque: 'Told on plaques',
  opened: 'Opened',
  closed: 'Closed',
  deed: 'Changed hands',
  began: 'Places that began',
  ended: 'Places that ended',
  born: 'Born',
  died: 'Died',
} as const
export type MomentKind = keyof typeof MOMENT_KINDS

/** Of a large archive most are never shown: each is put into words when it is. */
interface Dated {
  kind: MomentKind
  date: number
  tell(): Moment
}

const TITLE = 110
const link = (href: string, text: string): Link => ({ href, text: shorten(text, TITLE) })

/** What an event item tells: one moment, or none of any other item. */
export function eventOf(item: Item): Moment[] {
  const date = item.type === 'event' ? itemSpan(item)?.start : undefined
  if (date === undefined) return []
  return [{ ...link(itemAddress(item.id), itemTitle(item)), when: itemDisplayDate(item)?.text ?? '', note: '', date }]
}

function* dated(archive: Archive): Generator<Dated> {
  const { lists, location, person, lotsOfNumber } = archive
  const nameAt = (pk: number) => zoneName(location(pk)!.properties)
  const moment = (kind: MomentKind, date: number | null | undefined, about: () => Link, note = ''): Dated[] =>
    date == null ? [] : [{ kind, date, tell: () => ({ ...about(), when: formatDate(date), note, date }) }]
  for (const plaque of lists.plaques) {
    const [year, zone] = [plaqueYear(plaque), location(plaque.location)]
    if (year === null || !zone) continue
    const note = `on a plaque at ${shorten(zoneName(zone.properties), 60)}`
    yield* moment('plaque', year * 10_000, () => link(zoneAddress(plaque.location), plaque.name || 'A plaque'), note)
  }
  for (const each of lists.organizations) {
    const about = () => link(organizationAddress(each.id), organizationName(each))
    yield* moment('opened', each.date_opened, about, 'opened')
    yield* moment('closed', each.date_closed, about, 'closed')
  }
  for (const { lot, person: owner, date } of lists.ownership) {
    const [own] = lotsOfNumber(lot)
    const [buyer, pk] = [person(owner), own?.location]
    if (!buyer) continue
    if (typeof pk === 'number' && location(pk))
      yield* moment('deed', date, () => link(zoneAddress(pk), nameAt(pk)), `lot ${lot}, to ${personName(buyer)}`)
    else yield* moment('deed', date, () => link(personAddress(owner), personName(buyer)), `had lot ${lot}`)
  }
  for (const { properties } of lists.locations) {
    const about = () => link(zoneAddress(properties.pk), zoneName(properties))
    yield* moment('began', properties.date_start, about, 'began')
    yield* moment('ended', properties.date_end, about, 'ended')
  }
  for (const each of lists.people) {
    const about = () => link(personAddress(each.id), personName(each))
    yield* moment('born', each.date_of_birth, about, 'was born')
    yield* moment('died', each.date_of_death, about, 'died')
  }
}

const yearIn = ({ date }: { date: number }) => dateParts(date).year

/** From all records but items. Made of a function of the archive that an update of items alone leaves as it is (archive.ts). */
const recordMoments = memoizePerArchive('moments', (_: Archive['location']) => {
  let made: { all: readonly Dated[]; byYear: ReadonlyMap<number, readonly Dated[]> } | undefined
  return (archive: Archive) => {
    if (!made) {
      const all = [...dated(archive)]
      made = { all, byYear: Map.groupBy(all, yearIn) }
    }
    return made
  }
})
export const momentsByYear = (archive: Archive) => recordMoments(archive.location)(archive).byYear

const ON_THE_TIMELINE: readonly MomentKind[] = ['plaque', 'opened', 'closed']
/** What the timeline tells of the town, in order of importance; the other moments are too many. */
export const townEvents = (archive: Archive): Moment[] => [
  ...archive.lists.items.flatMap(eventOf),
  ...recordMoments(archive.location)(archive).all.flatMap((each) =>
    ON_THE_TIMELINE.includes(each.kind) ? [{ ...each.tell(), when: yearOf(each.date) }] : [],
  ),
]
