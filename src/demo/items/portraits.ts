import { addYears, ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { type Person, aliveDuring, fullName, shortName } from '../people.ts'
import {
  type Scene,
  alive,
  draft,
  listed,
  organizationOf,
  photo,
  photographerIn,
  sittersOf,
  toneOf,
  workersOf,
} from './draft.ts'

const plural = (surname: string): string => (surname.endsWith('s') ? surname : `${surname}s`)

/** A sitter in a studio: carte de visite, cabinet card, or a larger print later. */
export const studioPortrait: Scene = (town, random) => {
  const date = dayIn(random, 1861, 1957)
  const { creator, studio } = photographerIn(town, date)
  const sitter = random.pick(alive(town, date).filter((person) => ageAt(person.born, date) > 2))
  const year = yearOf(date)
  const age = ageAt(sitter.born, date)
  const carte = year < 1885
  const size = carte
    ? { width: 240, height: 380 }
    : random.pick([
        { width: 480, height: 680 },
        { width: 560, height: 760 },
        { width: 640, height: 800 },
      ])
  const wear = random.pick([
    'in Sunday clothes',
    'with a book nobody is reading',
    'beside the painted balustrade',
    'looking to the left, as the photographer asked',
    'in a borrowed chair',
    'with a watch chain',
    'very still',
  ])
  const who = age < 14 ? `${shortName(sitter)} at about ${age}` : fullName(sitter)
  return draft(
    'photograph',
    random.pick([`Portrait of ${who}`, `${who}`, `Studio portrait of ${who}`]),
    `${carte ? 'Carte de visite' : 'Cabinet portrait'} of ${fullName(sitter)}, ${wear}.${studio === undefined ? '' : ` The mount is that of the ${studio.name}.`}${age > 60 ? ` Taken in old age, probably the last of ${sitter.sex === 'male' ? 'his' : 'her'} likenesses.` : ''}`,
    {
      date,
      people: [sitter],
      organizations: studio === undefined ? [] : [studio],
      creator,
      zone: studio === undefined ? undefined : premisesIn(studio, year),
      subjects: age < 14 ? ['portraits', 'children'] : ['portraits'],
      collection: carte || year < 1905 ? 'cartes' : 'portraits',
      sketches: [
        {
          ...photo(random, 'portrait', year),
          ...size,
          border: year < 1905 ? 'carte' : 'white',
          tone: toneOf(random, year),
          sitters: sittersOf([sitter], date),
          words: [studio?.name ?? ''],
        },
        ...(random.chance(0.6)
          ? [
              {
                ...photo(random, 'photo-back', year),
                ...size,
                border: 'none' as const,
                tone: 'paper' as const,
                words: [studio?.name ?? 'Brannock Bay', shortName(sitter)],
              },
            ]
          : []),
      ],
    },
  )
}

/** Parents with those of their children who were alive, in front of the house or the studio cloth. */
export const familyGroup: Scene = (town, random) => {
  const date = dayIn(random, 1862, 1992)
  const couples = town.people.filter(
    (person) => person.sex === 'female' && person.children.length > 0 && aliveDuring(person, date),
  )
  const mother = random.pick(couples)
  const marriage = mother.marriages[0]
  if (marriage === undefined || marriage.date > date) return undefined
  const children = mother.children.filter(
    (child) => aliveDuring(child, date) && ageAt(child.born, date) < 22 && child.born < date,
  )
  if (children.length === 0) return undefined
  const parents = [marriage.spouse, mother].filter((parent) => aliveDuring(parent, date))
  const people = [...parents, ...children]
  const home = town.ownerships.findLast(
    (link) => parents.includes(link.person) && link.date <= date && link.zone.kind === 'house',
  )?.zone
  const title = random.pick([
    `The ${mother.surname} family`,
    `${listed(parents.map(shortName))} and family`,
    `${plural(mother.surname)} at home`,
    `The ${mother.surname} children with their ${parents.length === 2 ? 'parents' : 'mother'}`,
  ])
  return draft(
    'photograph',
    title,
    `${listed(parents.map(fullName))} with ${listed(children.map((child) => `${child.first} (${ageAt(child.born, date)})`))}. ${random.pick(['Left to right in order of age, then of temper.', 'Names from the reverse, in two hands.', 'The youngest moved.', 'Named by a granddaughter in 1979.', 'The dog is not named.', 'Someone has written “the good tablecloth” on the back.'])}`,
    {
      date,
      people,
      zone: home,
      subjects: ['portraits', 'children'],
      collection:
        mother.surname === 'Harkness'
          ? 'harkness-album-1'
          : mother.surname === 'Giiwedin'
            ? 'giiwedin-photos'
            : mother.surname === 'Thériault'
              ? 'theriault-photos'
              : 'groups',
      sketches: [
        photo(random, 'group', yearOf(date), {
          sitters: sittersOf(people, date),
          detail: random.pick(['garden', 'veranda', 'studio']),
        }),
      ],
    },
  )
}

export const wedding: Scene = (town, random) => {
  const bride = random.pick(
    town.people.filter((person) => person.sex === 'female' && person.marriages.some((m) => m.date > 18620000)),
  )
  const marriage = bride.marriages.find((m) => m.date > 18620000)
  if (marriage === undefined) return undefined
  const { spouse, date } = marriage
  const guests = random.sample(
    [
      ...[bride.father, bride.mother, spouse.father, spouse.mother].filter((one) => one !== undefined),
      ...(bride.father?.children ?? []),
      ...(spouse.father?.children ?? []),
    ].filter((one, i, all) => one !== bride && one !== spouse && all.indexOf(one) === i && aliveDuring(one, date)),
    5,
  )
  const people = [spouse, bride, ...guests]
  const church = random.pick(town.organizations.filter((o) => o.kind === 'church' && openDuring(o, yearOf(date))))
  return draft(
    'photograph',
    `Wedding of ${shortName(spouse)} and ${bride.first} ${bride.maiden || bride.surname}`,
    `Wedding party of ${fullName(spouse)} and ${bride.first} ${bride.maiden || bride.surname}, ${spelled(date)}, after the service at ${church.name}. ${guests.length > 0 ? `With them ${listed(guests.map(shortName))}. ` : ''}${random.pick(['The flowers were sweet peas, by the Beacon’s account.', 'It had rained until noon.', 'The cake is just visible.', 'The bride’s veil was lent out eleven times.', 'A fiddler stands at the edge of the plate, cut in half.'])}`,
    {
      date,
      precision: 'day',
      people,
      organizations: [church],
      zone: premisesIn(church, yearOf(date)),
      subjects: ['weddings', 'portraits'],
      collection: 'groups',
      sketches: [photo(random, 'group', yearOf(date), { sitters: sittersOf(people, date), detail: 'wedding' })],
    },
  )
}

/** The hands of a mill, a crew, a staff: those whom the archive knows to have worked there then. */
export const workCrew: Scene = (town, random) => {
  const organization = random.pick(
    town.organizations.filter(
      (o) =>
        ['mill', 'works', 'fishery', 'store', 'hotel', 'rail', 'press', 'bank', 'civic'].includes(o.kind) &&
        o.opened < 1980,
    ),
  )
  const date = dayIn(random, Math.max(1863, organization.opened), Math.min(organization.closed ?? 1995, 1995))
  const people = random.sample(workersOf(town, organization, date), 9)
  if (people.length < 2) return undefined
  const year = yearOf(date)
  const word =
    (
      {
        mill: 'Mill hands',
        works: 'Workers',
        fishery: 'Fishing crew',
        rail: 'Station staff',
        hotel: 'Staff',
        store: 'Clerks',
        press: 'Compositors and editor',
        bank: 'Bank staff',
      } as Record<string, string>
    )[organization.kind] ?? 'Officers'
  const subject =
    (
      {
        mill: organization.key === 'woollen' ? 'textiles' : 'milling',
        works: 'industry',
        fishery: 'fishing',
        rail: 'railway',
        hotel: 'hotels',
        store: 'stores',
        bank: 'banking',
      } as Record<string, string>
    )[organization.kind] ?? 'council'
  return draft(
    'photograph',
    `${word}, ${organization.name}`,
    `${word} of ${organization.name}: ${listed(people.map(shortName))}. ${random.pick(['Aprons on, by order.', 'Photographed on the day the pay went up.', 'The foreman stands apart, as he did.', 'The names were read off by a man who had owed money to most of them.', 'A lunch pail has been set in the foreground with care.', 'The one with folded arms left for the West within the month.'])}`,
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
    `${teacher.length > 0 ? `With their teacher ${shortName(teacher[0] as Person)}: ` : 'Pupils: '}${listed(people.slice(teacher.length).map(shortName))}. ${random.pick(['Slate in front reads the year.', 'Two are holding hands under the coats.', 'Boots were lent to those in the front row.', 'Half of the class had measles.', 'Taken against the south wall, where the ball games were.'])}`,
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
    `${listed(people.map(shortName))}. ${random.pick(['The cup is the one that was melted in 1942.', 'Sweaters knitted by their mothers.', 'They had lost.', 'They had won, by default.', 'The mascot belonged to the station agent.', 'Photographed before supper.'])}`,
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
