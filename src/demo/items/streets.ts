import { dayIn, monthName, monthOf, yearOf } from '../dates.ts'
import { premisesIn } from '../organizations.ts'
import { shortName } from '../people.ts'
import { inSeason } from './seasons.ts'
import { type Scene, draft, listed, photo, photographerIn, sittersOf, workersOf } from './draft.ts'

export const shopFront: Scene = (town, random) => {
  const shops = town.organizations.filter((o) => ['store', 'press', 'bank', 'studio'].includes(o.kind))
  const organization = random.pick(shops)
  const date = dayIn(random, Math.max(1864, organization.opened), Math.min(organization.closed ?? 2004, 2004))
  const year = yearOf(date)
  const people = random.sample(workersOf(town, organization, date), 3)
  const zone = premisesIn(organization, year)
  return draft(
    'photograph',
    random.pick([`${organization.name}, Main Street`, `Shop front of ${organization.name}`, organization.name]),
    `${organization.name} at ${zone?.name ?? 'Main Street'}.${people.length > 0 ? ` In the doorway ${listed(people.map(shortName))}.` : ''} ${random.pick(['A bicycle has been leaned where the sign forbids it.', 'The stock in the window was changed on Mondays.', 'Copied from a glass plate.', 'Two of the letters were re-gilded that spring.'])}`,
    {
      date,
      people,
      organizations: [organization],
      zone,
      subjects: [organization.kind === 'bank' ? 'banking' : 'stores', 'mainstreet'],
      collection: 'main-street',
      sketches: [
        photo(random, 'storefront', year, {
          words: [organization.name],
          sitters: sittersOf(people, date),
          ...(random.chance(0.3) ? { width: 640, height: 820 } : {}),
        }),
      ],
    },
  )
}

export const streetView: Scene = (town, random) => {
  const someDay = dayIn(random, 1867, 2001)
  const year = yearOf(someDay)
  const look = random.pick([
    'north from Queen Street',
    'south from Harbour Street',
    'north from Market Street',
    'south from King Street',
    'towards the square',
    'on market day',
    'after the storm',
    'on the first of July',
    'at six in the morning',
  ])
  // The text names the month.
  const date = inSeason(someDay, look)
  const zone = random.pick(
    town.zones.filter((candidate) => candidate.kind === 'shop' && candidate.street === 'Main Street'),
  )
  const { creator, studio } = photographerIn(town, date)
  const made = creator !== undefined && random.chance(0.6)
  return draft(
    'photograph',
    `Main Street, ${look.startsWith('north') || look.startsWith('south') ? 'looking ' : ''}${look}`,
    `Main Street ${look}${look.includes('July') ? '' : ` in ${monthName(monthOf(date))}`}. ${year < 1914 ? 'Walks on both sides, and mud in between.' : year < 1945 ? 'The motor had the road by then, and the old street its poles.' : 'Hydro poles, cornices, and the cars of the day.'} ${made ? `By ${shortName(creator)}.` : ''}`.trim(),
    {
      date,
      zone,
      creator: made ? creator : undefined,
      organizations: made && studio !== undefined ? [studio] : [],
      subjects: year < 1914 ? ['mainstreet', 'horses'] : ['mainstreet', 'motoring'],
      collection: 'main-street',
      sketches: [photo(random, 'street', year, { detail: look.includes('storm') ? 'snow' : '' })],
    },
  )
}
