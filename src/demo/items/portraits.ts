import { ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { aliveDuring, fullName, shortName } from '../people.ts'
import { type Scene, alive, draft, listed, photo, photographerIn, sittersOf, toneOf } from './draft.ts'

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
    'taken by north light',
    'as the photographer asked',
    'after two spoiled plates',
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
        ...(random.chance(0.3)
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

const ALBUMS: Record<string, string> = {
  Harkness: 'harkness-album-1',
  Giiwedin: 'giiwedin-photos',
  Thériault: 'theriault-photos',
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
    `${listed(parents.map(fullName))} with ${listed(children.map((child) => `${child.first} (${ageAt(child.born, date)})`))}. ${random.pick(['Left to right in order of age, then of temper.', 'Names from the reverse, in two hands.', 'Named by a granddaughter in 1979.', 'The dog is not named.', 'Someone has written “the good tablecloth” on the back.'])}`,
    {
      date,
      people,
      zone: home,
      subjects: ['portraits', 'children'],
      collection: ALBUMS[mother.surname] ?? 'groups',
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
    `Wedding party of ${fullName(spouse)} and ${bride.first} ${bride.maiden || bride.surname}, ${spelled(date)}, after the service at ${church.name}. ${guests.length > 0 ? `With them ${listed(guests.map(shortName))}. ` : ''}${random.pick(['The flowers were sweet peas, by the Beacon’s account.', 'It had rained until noon.', 'The bride’s veil was lent out eleven times.', 'The music was paid for in geese.'])}`,
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
