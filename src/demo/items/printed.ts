import { points } from '../geometry.ts'
import { ageAt, dayIn, spelled, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { fullName, shortName } from '../people.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, adults, alive, draft, listed, organizationOf } from './draft.ts'
import { newspaperPages } from './newspaper-text.ts'
import { HEADLINES, PROGRAMMES } from './papers-table.ts'
import { sheet } from './papers.ts'

export const certificate: Scene = (town, random) => {
  const date = dayIn(random, 1855, 1972)
  const person = random.pick(alive(town, date).filter((p) => ageAt(p.born, date) >= 12))
  const [key, what, subject] = random.pick([
    ['school', 'Entrance certificate', 'schoolclasses'],
    ['lodge', 'Lodge diploma', 'lodges'],
    ['st-brendan', 'Confirmation certificate', 'religion'],
    ['wesley', 'Pledge card, signed', 'temperance'],
    ['fair', 'First prize, Fall Fair', 'fairs'],
    ['sainte-anne', 'Certificat de première communion', 'french'],
    ['fire', 'Exempt fireman’s certificate', 'firebrigade'],
  ] as const)
  const organization = organizationOf(town, key)
  if (
    !openDuring(organization, yearOf(date)) ||
    (key === 'lodge' && person.sex !== 'male') ||
    ((key === 'fire' || key === 'lodge') && ageAt(person.born, date) < 20)
  )
    return undefined
  return draft(
    'paper_record',
    `${what} of ${shortName(person)}`,
    `${what} given to ${fullName(person)} by ${organization.name} on ${spelled(date)}. ${random.pick(['Framed until the glass broke.', 'The gold is bronze powder.', 'Found behind a wardrobe.', 'The surname has been corrected with a knife.'])}`,
    {
      date,
      precision: 'day',
      people: [person],
      organizations: [organization],
      zone: premisesIn(organization, yearOf(date)),
      subjects: [subject],
      collection: 'society',
      sketches: [sheet(random, 'certificate', [what, shortName(person)], [880, 660])],
    },
  )
}

export const programme: Scene = (town, random) => {
  const [key, title, text, subject, from, to] = random.pick(PROGRAMMES)
  const organization = organizationOf(town, key)
  const date = dayIn(random, Math.max(from, organization.opened), Math.min(to, organization.closed ?? 2020))
  return draft('paper_record', title, text, {
    date,
    organizations: [organization],
    zone: premisesIn(organization, yearOf(date)),
    subjects: [subject, 'leisure'],
    collection: 'society',
    sketches: [
      sheet(random, 'poster', [
        title.replace(/^(Poster|Handbill|Programme): /, ''),
        organization.name,
        String(yearOf(date)),
      ]),
    ],
  })
}

export const plan: Scene = (town, random) => {
  const date = dayIn(random, 1835, 1962)
  const estate = organizationOf(town, yearOf(date) <= 1874 ? 'estate' : 'council')
  const name = random.pick([
    'Plan of the town plot',
    'Sketch plan of the mill privilege',
    'Plan of subdivision',
    'Insurance plan, sheet',
    'Plan of harbour works',
    'Plan of drainage',
  ])
  return draft(
    'paper_record',
    `${name}${name.endsWith('sheet') ? ` ${random.int(1, 6)}` : ''}`,
    `${name}, at ${random.pick(['two', 'four', 'eight'])} chains to an inch. ${random.pick(['North is to the left.', 'Streets that were never opened are shown as if they had been.', 'Pencil notes in the hand of a later clerk.', 'On linen, with mouse damage to the lake.'])}`,
    {
      date,
      organizations: [estate],
      zone: landmarkOf(town.zones, random.pick(['square', 'harbour', 'mill'])),
      subjects: ['surveys'],
      collection: 'estate-plans',
      sketches: [
        sheet(
          random,
          'plan',
          [name, 'Brannock Bay', String(yearOf(date))],
          random.pick(points('1600,1200 900,1200 1200,900')),
        ),
      ],
    },
  )
}

/** Numbers of which all four pages were kept, by their headline's day. */
const WHOLE = new Set([18760706, 18820525, 18970902, 19131113, 19140820, 19340607])

export const newspaper: Scene = (town, random) => {
  const [from, to, headline, text, subject] = random.pick(HEADLINES)
  const date = from > 9999 ? from : dayIn(random, from, to)
  const papers = ['beacon', 'advertiser']
    .map((key) => organizationOf(town, key))
    .filter((o) => openDuring(o, yearOf(date)))
  const paper = random.pick(papers)
  const people = random.sample(
    adults(town, date).filter((p) => p.surname !== '' && ageAt(p.born, date) < 80),
    random.int(0, 2),
  )
  return draft(
    'newspaper',
    `${paper.name}, ${spelled(date)}`,
    `${headline}. ${text}${people.length > 0 ? ` Also named: ${listed(people.map(shortName))}.` : ''}`,
    {
      date,
      precision: 'day',
      people,
      organizations: [paper],
      zone: premisesIn(paper, yearOf(date)),
      subjects: [subject],
      collection: yearOf(date) <= 1900 ? 'beacon-19' : 'beacon-20',
      sketches: newspaperPages(town, random, date, WHOLE.has(from) ? 4 : random.int(1, 2)).map((page, i) => {
        const [head, day] =
          i === 0 ? [headline, `Brannock Bay, Ont., ${spelled(date)}`] : ['', `${spelled(date)}. Page ${i + 1}`]
        const body = i === 0 ? [text, ...page] : page
        const print = sheet(random, 'newspaper', [paper.name, head, day, ...body], [760, 1080])
        return { ...print, scale: 2, text: [paper.name, day, head, ...body].filter(Boolean).join('\n') }
      }),
    },
  )
}
