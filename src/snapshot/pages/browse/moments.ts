import { itemAddress, organizationAddress, zoneAddress } from '#rules/addresses.ts'
import { shownDate, yearOf } from '#rules/life-spans.ts'
import { itemTitle, organizationName, shorten, zoneName } from '#rules/names.ts'
import { plaqueYear } from '#rules/plaque-years.ts'
import type { Archive } from '../../types.ts'
import type { Link } from '../views.ts'

/** Something that happened in the town, as its records tell it. */
export interface Moment extends Link {
  /** When, as it is shown: "9 October 1896", "1871". */
  when: string
  /** What is said after the link: "opened", "closed", "plaque at Mill Street". */
  note: string
  /** Eight digits (spec §3), by which moments are in order. */
  date: number
}

const TITLE = 110

/** The town's own moments, the earliest first: its events, its plaques by the year that they name, organizations opened and closed. */
export function momentsOf(archive: Archive): Moment[] {
  const events = archive.lists.items.flatMap((item): Moment[] => {
    const date = item.date_start ?? item.date_end
    if (item.type !== 'event' || date === null) return []
    const text = shorten(itemTitle(item), TITLE)
    return [{ href: itemAddress(item.id), text, when: shownDate(item)?.text ?? '', note: '', date }]
  })
  const plaques = archive.lists.plaques.flatMap((plaque): Moment[] => {
    const [year, zone] = [plaqueYear(plaque), archive.location(plaque.location)]
    if (year === null || !zone) return []
    const at = shorten(zoneName(zone.properties), 60)
    const text = shorten(plaque.name || 'A plaque', TITLE)
    return [
      { href: zoneAddress(plaque.location), text, when: `${year}`, note: `on a plaque at ${at}`, date: year * 10_000 },
    ]
  })
  const organizations = archive.lists.organizations.flatMap((each): Moment[] => {
    const link = { href: organizationAddress(each.id), text: shorten(organizationName(each), TITLE) }
    const moment = (date: number | null, note: string) =>
      date === null ? [] : [{ ...link, when: yearOf(date), note, date }]
    return [...moment(each.date_opened, 'opened'), ...moment(each.date_closed, 'closed')]
  })
  // What somebody wrote about comes before what only a register knows: it is kept where there is room for a few.
  return [...events, ...plaques, ...organizations]
}

/** A few of them in the order of time; the first ones of the list are kept. */
export const fewMoments = (moments: readonly Moment[], most: number): Moment[] =>
  moments
    .slice(0, most)
    .map((moment, at) => ({ moment, at }))
    .sort((a, b) => a.moment.date - b.moment.date || a.at - b.at)
    .map(({ moment }) => moment)
