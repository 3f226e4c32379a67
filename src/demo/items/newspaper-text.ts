import { type Day, ageAt, spelled, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { fullName, shortName } from '../people.ts'
import type { Random } from '../random.ts'
import { type Town, adults, workersOf } from './draft.ts'
import { FILLERS } from './papers-table.ts'

/** What everybody can read says nothing of families whose members may live. */
const LAST_FAMILY_NEWS = 1920

export function directory(town: Town, random: Random, date: Day) {
  const open = town.organizations.filter((each) => openDuring(each, yearOf(date) - 1, yearOf(date) + 1))
  const shops = random.sample(open, open.length).map((each) => {
    const [place, worker] = [premisesIn(each, yearOf(date)), workersOf(town, each, date)[0]]
    return `${each.name}${place ? `, ${place.address || place.name}` : ''}.${worker ? ` Inquire of ${shortName(worker)}.` : ''}`
  })
  const people = adults(town, date).filter((each) => each.trade !== '' && each.surname !== '')
  return { shops, people: people.map((each) => `${each.surname}, ${each.first}, ${each.trade}.`).sort() }
}

/** What a newspaper says on its pages besides the headline, true of the town at that day. A line in capitals is a heading. */
export function newspaperPages(town: Town, random: Random, date: Day, pages: number): string[][] {
  const isNews = (day: Day | undefined) => day !== undefined && day > date - 30000 && day < date
  const families = yearOf(date) > LAST_FAMILY_NEWS ? [] : town.people
  const deaths = families.filter((each) => isNews(each.died) && !each.killedInWar)
  const births = families.filter((each) => isNews(each.born) && each.father && each.mother)
  const weddings = families
    .filter(({ sex }) => sex === 'male')
    .flatMap((him) => him.marriages.filter((wed) => isNews(wed.date)).map((wed) => ({ him, her: wed.spouse, ...wed })))
  const sales = town.ownerships.filter((deed) => isNews(deed.date) && deed.how === 'sale')
  const { shops, people } = directory(town, random, date)
  const notes = random.sample(FILLERS, 9)
  const under = (head: string, rows: string[]) => (rows.length > 0 ? [head, ...rows.slice(0, 20)] : [])
  return [
    [
      ...under('LOCAL AND PERSONAL', notes.slice(0, 5)),
      ...under(
        'LAND',
        sales.map(({ lot, zone, person }) => `Lot ${lot}, ${zone.name}, is bought by ${shortName(person)}.`),
      ),
    ],
    [...under('AT THE HARBOUR', notes.slice(5)), ...under('CARDS', shops.slice(0, 8))],
    under('BUSINESS DIRECTORY', shops.slice(8)),
    [
      ...under(
        'BORN',
        births.map((each) => `${spelled(each.born)}, the wife of ${shortName(each.father!)}, of ${each.first}.`),
      ),
      ...under(
        'MARRIED',
        weddings.map(
          ({ date: day, him, her }) => `${spelled(day)}, ${shortName(him)} to Miss ${her.first} ${her.maiden}.`,
        ),
      ),
      ...under(
        'DIED',
        deaths.map((each) => `${spelled(each.died!)}, ${fullName(each)}, aged ${ageAt(each.born, each.died!)}.`),
      ),
      ...under('THE ASSESSOR’S LIST', people),
    ],
  ].slice(0, pages)
}
