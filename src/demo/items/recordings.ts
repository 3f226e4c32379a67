import { ageAt, day, dayIn, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { fullName, shortName } from '../people.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, adults, draft, organizationOf, photo, sittersOf } from './draft.ts'
import { EVENTS, VIDEOS } from './recordings-table.ts'

const TOPICS: [text: string, subject: string][] = [
  ['the last years of the fishery, how to hang a net, and why nobody taught it to a son', 'lamprey'],
  ['working nights at the woollen mill and singing to stay awake', 'textiles'],
  ['the winter the lake froze to the islands', 'ice'],
  ['carrying “vinegar” from the cellar door at the age of nine', 'rumrunning'],
  ['school in the top-floor room, and the strap', 'schoolclasses'],
  ['dancing at the Pavilion on the night before it closed', 'dancing'],
  ['growing up over the shop', 'stores'],
  ['the language at home and at school, and what was kept', 'anishinaabe'],
  ['the bakery at three in the morning', 'german'],
  ['her grandmother’s stories of the Bethel picnics', 'blackhistory'],
  ['threshing gangs, and who ate most', 'threshing'],
  ['meeting the evening train', 'railway'],
  ['nursing at the Cottage Hospital', 'medicine'],
  ['the meeting that saved the Glass Block', 'restoration'],
  ['a war spent in the signals', 'secondwar'],
  ['keeping the light', 'lighthouse'],
  ['the Paris Café after midnight', 'chinese'],
]

export const oralHistory: Scene = (town, random) => {
  const date = dayIn(random, 1968, 2016)
  const year = yearOf(date)
  const speaker = random.pick(adults(town, date).filter((p) => ageAt(p.born, date) >= 52))
  const interviewer = adults(town, date).find((p) => p.surname === 'Béland' && p.first === 'Joseph')
  const [topic, subject] = random.pick(TOPICS)
  const society = organizationOf(town, 'society')
  return draft(
    'oral_history',
    `Interview with ${fullName(speaker)}`,
    `${shortName(speaker)}, then ${ageAt(speaker.born, date)}, talks about ${topic}. ${random.int(28, 96)} minutes, ${year < 1990 ? 'cassette' : year < 2004 ? 'minidisc' : 'digital file'}; summary and index on paper. ${random.pick(['A clock can be heard throughout.', 'Interrupted twice by the telephone.', 'The second side is mostly laughter.', 'Some names are withheld until 2040.'])}`,
    {
      date,
      people: [speaker],
      creator: interviewer === speaker ? undefined : interviewer,
      contributors: [speaker],
      organizations: [society],
      zone: premisesIn(society, year),
      subjects: [subject],
      collection: subject === 'anishinaabe' ? 'giiwedin-photos' : 'oral',
      sketches: [
        {
          ...photo(random, 'portrait', year),
          ...{ width: 700, height: 700, border: 'none' as const },
          ...{ sitters: sittersOf([speaker], date), detail: 'room' },
        },
      ],
    },
  )
}

export const eventScenes: Scene[] = EVENTS.map(([date, until, title, text, subject, place, orgs]) => (town) => {
  const organizations = orgs.map((key) => organizationOf(town, key)).filter((o) => openDuring(o, yearOf(date)))
  return draft('event', title, text, {
    date,
    until: until ?? undefined,
    precision: date % 100 === 0 ? 'year' : 'day',
    zone: place === '' ? undefined : landmarkOf(town.zones, place),
    organizations,
    subjects: [subject],
    collection: 'events',
  })
})

export const videoScenes: Scene[] = VIDEOS.map(([when, title, text, subject, place, code]) => (town, random) => {
  const date = when > 9999 ? when : day(when, random.int(1, 12), random.int(1, 28))
  const society = organizationOf(town, 'society')
  const speakers = random.sample(
    adults(town, date).filter((p) => ageAt(p.born, date) > 25 && ageAt(p.born, date) < 85),
    random.int(0, 2),
  )
  return draft(
    'video',
    title,
    `${text}${speakers.length > 0 ? ` With ${speakers.map(shortName).join(' and ')}.` : ''}`,
    {
      date,
      people: speakers,
      zone: landmarkOf(town.zones, place),
      organizations: yearOf(date) >= 1967 ? [society] : [],
      subjects: [subject],
      collection: 'film',
      url: `https://www.youtube.com/watch?v=${code}`,
    },
  )
})
