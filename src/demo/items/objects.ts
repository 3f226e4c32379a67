import { dayIn, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { ageAt } from '../dates.ts'
import { shortName } from '../people.ts'
import { type Scene, adults, draft, organizationOf } from './draft.ts'
import { type Row } from './objects-table.ts'

/** One artifact, with the person or house it came from. */
export function objectScene(row: Row): Scene {
  return (town, random) => {
    const [object, title, text, subject, collection, from, to, key] = row
    const organization = key === undefined ? undefined : organizationOf(town, key)
    const date = dayIn(random, Math.max(from, organization?.opened ?? 0), Math.min(to, organization?.closed ?? 2020))
    const year = yearOf(date)
    const family =
      key === undefined && subject === 'anishinaabe'
        ? 'Giiwedin'
        : random.pick(organization?.families ?? ['Harkness', 'Calder', 'Macquarrie'])
    const owner = random.sample(
      adults(town, date).filter((p) => p.surname === family && ageAt(p.born, date) < 85),
      1,
    )
    const open = organization !== undefined && openDuring(organization, year) ? [organization] : []
    const size = random.pick([
      { width: 760, height: 760 },
      { width: 820, height: 640 },
      { width: 640, height: 820 },
    ])
    return draft(
      'object',
      owner.length > 0 && random.chance(0.4) ? `${title}, ${owner[0]?.surname ?? ''} family` : title,
      `${text}${owner.length > 0 ? ` ${random.pick(['Used by', 'Belonged to', 'Came from the household of', 'Made for'])} ${shortName(owner[0]!)}.` : ''}`,
      {
        date,
        people: owner,
        organizations: open,
        zone: open[0] === undefined ? undefined : premisesIn(open[0], year),
        subjects: [subject],
        collection,
        sketches: Array.from({ length: random.int(1, 2) }, () => ({
          kind: 'object' as const,
          ...size,
          tone: 'colour' as const,
          border: 'none' as const,
          words: [title],
          sitters: [],
          detail: object,
          year: 2008,
          ...(object === 'medal' ? { format: 'png' as const } : {}),
        })),
      },
    )
  }
}
