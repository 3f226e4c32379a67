import { itemAddress, organizationAddress, zoneAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { itemDisplayDate, yearOf } from '#rules/dates/display-dates.ts'
import { itemTitle, organizationName, shorten, zoneName } from '#rules/names/record-names.ts'
import { plaqueYear } from '#views/zone-years.ts'
import type { Archive } from '../../types.ts'

/** A dated event in the town's history, from an item, a plaque or an organization. */
export interface TownEvent extends Link {
  /** For display: "9 October 1896", "1871". */
  when: string
  /** Follows the link: "opened", "closed", "on a plaque at Mill Street". */
  note: string
  /** Eight digits (spec §3), for sorting. */
  date: number
}

const TITLE = 110

/** Event items, plaques by the year in their text, and the opening and closing of organizations, in order of importance. */
export function townEvents(archive: Archive): TownEvent[] {
  const events = archive.lists.items.flatMap((item): TownEvent[] => {
    const date = item.date_start ?? item.date_end
    if (item.type !== 'event' || date === null) return []
    const text = shorten(itemTitle(item), TITLE)
    return [{ href: itemAddress(item.id), text, when: itemDisplayDate(item)?.text ?? '', note: '', date }]
  })
  const plaques = archive.lists.plaques.flatMap((plaque): TownEvent[] => {
    const [year, zone] = [plaqueYear(plaque), archive.location(plaque.location)]
    if (year === null || !zone) return []
    const at = shorten(zoneName(zone.properties), 60)
    const text = shorten(plaque.name || 'A plaque', TITLE)
    return [
      { href: zoneAddress(plaque.location), text, when: `${year}`, note: `on a plaque at ${at}`, date: year * 10_000 },
    ]
  })
  const organizations = archive.lists.organizations.flatMap((each): TownEvent[] => {
    const link = { href: organizationAddress(each.id), text: shorten(organizationName(each), TITLE) }
    const moment = (date: number | null, note: string) =>
      date === null ? [] : [{ ...link, when: yearOf(date), note, date }]
    return [...moment(each.date_opened, 'opened'), ...moment(each.date_closed, 'closed')]
  })
  return [...events, ...plaques, ...organizations]
}

/** The first `most` of the list, in chronological order. */
export const firstChronologically = (moments: readonly TownEvent[], most: number): TownEvent[] =>
  moments.slice(0, most).sort((a, b) => a.date - b.date)
