import type { Item } from '#contract/item.ts'
import {
  itemAddress,
  organizationAddress,
  personAddress,
  zoneAddress,
  type Link,
} from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate } from '#rules/dates/display-dates.ts'
import { dateParts, formatDate, itemSpan } from '#rules/dates/partial-dates.ts'
import { itemTitle, organizationName, personName, shorten, zoneName } from '#rules/names/record-names.ts'
import { plaqueYear } from '#views/zone-years.ts'
import { type Archive, memoizePerRecords } from '../../archive.ts'

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

/** A dated event in the town's history, from a record. */
export interface Moment extends Link {
  kind: keyof typeof MOMENT_KINDS
  /** For display: "9 October 1896", "1871". */
  when: string
  /** Follows the link: "opened", "closed", "on a plaque at Mill Street". */
  note: string
  /** Eight digits (spec §3), for sorting. */
  date: number
}

const TITLE = 110

/** What an event item tells: one moment, or none of any other item. */
export function eventOf(item: Item): Moment[] {
  const date = item.type === 'event' ? itemSpan(item)?.start : undefined
  if (date === undefined) return []
  const link = { href: itemAddress(item.id), text: shorten(itemTitle(item), TITLE) }
  return [{ kind: 'event', ...link, when: itemDisplayDate(item)?.text ?? '', note: '', date }]
}

function* momentsOf({ lists, location, person, lotsOfNumber }: Archive): Generator<Moment> {
  type About = [href: string, text: string]
  const moment = (kind: Moment['kind'], date: number | null | undefined, [href, text]: About, note: string): Moment[] =>
    date == null ? [] : [{ kind, href, text: shorten(text, TITLE), when: formatDate(date), note, date }]
  for (const plaque of lists.plaques) {
    const [year, zone] = [plaqueYear(plaque), location(plaque.location)]
    if (year === null || !zone) continue
    const at = `on a plaque at ${shorten(zoneName(zone.properties), 60)}`
    yield* moment('plaque', year * 10_000, [zoneAddress(plaque.location), plaque.name || 'A plaque'], at)
  }
  for (const each of lists.organizations) {
    const about: About = [organizationAddress(each.id), organizationName(each)]
    yield* moment('opened', each.date_opened, about, 'opened')
    yield* moment('closed', each.date_closed, about, 'closed')
  }
  for (const { lot, person: id, date } of lists.ownership) {
    const [owner, zone] = [person(id), location(lotsOfNumber(lot)[0]?.location ?? 0)]
    const named = /^\d/.test(lot) ? `lot ${lot}` : lot
    if (owner && zone) {
      const about: About = [zoneAddress(zone.properties.pk), zoneName(zone.properties)]
      yield* moment('deed', date, about, `${named}, to ${personName(owner)}`)
    } else if (owner) yield* moment('deed', date, [personAddress(id), personName(owner)], named)
  }
  for (const { properties } of lists.locations) {
    const about: About = [zoneAddress(properties.pk), zoneName(properties)]
    yield* moment('began', properties.date_start, about, 'began')
    yield* moment('ended', properties.date_end, about, 'ended')
  }
  for (const each of lists.people) {
    const about: About = [personAddress(each.id), personName(each)]
    yield* moment('born', each.date_of_birth, about, 'was born')
    yield* moment('died', each.date_of_death, about, 'died')
  }
}

/** Of all records but items, by year. */
export const momentsByYear = memoizePerRecords('moments', (archive: Archive) =>
  Map.groupBy(momentsOf(archive), ({ date }) => dateParts(date).year),
)
