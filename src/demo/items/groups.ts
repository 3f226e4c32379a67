import { ageAt, dayIn, yearOf } from '../dates.ts'
import { premisesIn } from '../organizations.ts'
import { type Person, shortName } from '../people.ts'
import { type Scene, alive, draft, listed, organizationOf, photo, sittersOf, workersOf } from './draft.ts'

/** What the people of a kind of organization are called, and the subject. */
const CREWS: Record<string, [word: string, subject: string]> = {
  mill: ['Mill hands', 'milling'],
  works: ['Workers', 'industry'],
  fishery: ['Fishing crew', 'fishing'],
  rail: ['Station staff', 'railway'],
  hotel: ['Staff', 'hotels'],
  store: ['Clerks', 'stores'],
  press: ['Compositors and editor', 'council'],
  bank: ['Bank staff', 'banking'],
  civic: ['Officers', 'council'],
}

/** A staff photograph: the people known to have worked there at the time. */
export const workCrew: Scene = (town, random) => {
  const organization = random.pick(
    town.organizations.filter((o) => o.kind in CREWS && o.opened < 1980 && (o.closed ?? 2020) > 1866),
  )
  const date = dayIn(random, Math.max(1863, organization.opened), Math.min(organization.closed ?? 1995, 1995))
  const people = random.sample(workersOf(town, organization, date), 9)
  if (people.length < 2) return undefined
  const year = yearOf(date)
  const [word, usual] = CREWS[organization.kind]!
  const subject = organization.key === 'woollen' ? 'textiles' : usual
  return draft(
    'photograph',
    `${word}, ${organization.name}`,
    `${word} of ${organization.name}: ${listed(people.map(shortName))}. ${random.pick(['Photographed on the day the pay went up.', 'The names were read off by a man who had owed money to most of them.', 'A lunch pail has been set in the foreground with care.', 'One of them left for the West within the month.'])}`,
    {
      date,
      people,
      organizations: [organization],
      zone: premisesIn(organization, year),
      subjects: [subject],
      collection:
        organization.kind === 'fishery'
          ? 'theriault-photos'
          : organization.key.startsWith('harkness')
            ? 'harkness-mill'
            : 'groups',
      sketches: [
        photo(random, 'group', year, {
          sitters: sittersOf(people, date),
          detail: organization.kind === 'fishery' ? 'wharf' : 'works',
        }),
      ],
    },
  )
}

export const schoolClass: Scene = (town, random) => {
  const date = dayIn(random, 1872, 1985)
  const year = yearOf(date)
  const school = organizationOf(town, year > 1909 && year < 1951 && random.chance(0.3) ? 'continuation' : 'school')
  const [low, high] = school.key === 'school' ? [5, 14] : [13, 18]
  const pupils = alive(town, date).filter(
    (person) => ageAt(person.born, date) >= low && ageAt(person.born, date) <= high,
  )
  if (pupils.length < 5) return undefined
  const teacher = random.sample(workersOf(town, school, date), 1)
  const people = [...teacher, ...random.sample(pupils, 13)]
  return draft(
    'photograph',
    `${random.pick(['Junior room', 'Senior room', 'Class', 'Form II', 'Entrance class'])}, ${school.name}`,
    `${teacher.length > 0 ? `With their teacher ${shortName(teacher[0] as Person)}: ` : 'Pupils: '}${listed(people.slice(teacher.length).map(shortName))}. ${random.pick(['Slate in front reads the year.', 'Boots were lent to those in the front row.', 'Half of the class had measles.', 'Taken against the south wall, where the ball games were.'])}`,
    {
      date,
      people,
      organizations: [school],
      zone: premisesIn(school, year),
      subjects: ['schoolclasses', 'children', ...(teacher.length > 0 ? ['teachers'] : [])],
      collection: 'churches',
      sketches: [
        photo(random, 'group', year, { sitters: sittersOf(people, date), detail: 'school', width: 960, height: 640 }),
      ],
    },
  )
}

const TEAMS: [org: string, noun: string, subject: string, sex: 'male' | 'female'][] = [
  ['lacrosse', 'Lacrosse team', 'lacrosse', 'male'],
  ['lacrosse', 'Hockey team', 'hockey', 'male'],
  ['curling', 'Curling rink', 'curling', 'male'],
  ['band', 'Bandsmen', 'music', 'male'],
  ['wi', 'Members', 'womensinstitute', 'female'],
  ['wctu', 'Delegates', 'temperance', 'female'],
  ['fire', 'Firemen', 'firebrigade', 'male'],
  ['guides', 'Guides and leaders', 'guides', 'female'],
  ['lodge', 'Officers', 'lodges', 'male'],
  ['legion', 'Members', 'memorials', 'male'],
]

export const teamPicture: Scene = (town, random) => {
  const [key, noun, subject, sex] = random.pick(TEAMS)
  const organization = organizationOf(town, key)
  const date = dayIn(random, Math.max(1868, organization.opened), Math.min(organization.closed ?? 1988, 1988))
  const old = ['wi', 'wctu', 'lodge', 'legion'].includes(key)
  const fit = alive(town, date).filter(
    (person) =>
      person.sex === sex &&
      ageAt(person.born, date) >= (key === 'guides' ? 11 : old ? 28 : 18) &&
      ageAt(person.born, date) <= (old ? 74 : 38),
  )
  if (fit.length < 4) return undefined
  const people = random.sample(fit, random.int(5, 11))
  const year = yearOf(date)
  return draft(
    'photograph',
    `${noun}, ${organization.name}, ${year}`,
    `${listed(people.map(shortName))}. ${random.pick([...(year < 1942 ? ['The cup is the one that was melted in 1942.'] : []), 'They had lost.', 'They had won, by default.', 'The mascot belonged to the station agent.', 'Photographed before supper.'])}`,
    {
      date,
      people,
      organizations: [organization],
      zone: premisesIn(organization, year),
      subjects: [subject, 'portraits'],
      collection: 'groups',
      sketches: [photo(random, 'group', year, { sitters: sittersOf(people, date), detail: old ? 'hall' : 'team' })],
    },
  )
}
