import { dayIn, yearOf } from '../dates.ts'
import { openDuring, premisesIn } from '../organizations.ts'
import { shortName } from '../people.ts'
import type { PictureKind } from '../pictures/spec.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, adults, draft, photographerIn } from './draft.ts'

const CARDS: [kind: PictureKind, place: string, caption: string, subject: string, detail?: string][] = [
  ['street', 'post-office', 'Main Street, looking North', 'mainstreet'],
  ['street', 'square', 'Main Street from the Square', 'mainstreet'],
  ['harbour', 'harbour', 'The Harbour', 'harbour'],
  ['harbour', 'wharf', 'Harbour and Grain Wharf', 'piers'],
  ['ship', 'harbour', 'Steamer leaving the Pier', 'steamers', 'steamer'],
  ['ship', 'harbour', 'Outward Bound', 'schooners', 'schooner'],
  ['beach', 'beach', 'The Beach', 'bathing'],
  ['beach', 'bluff-park', 'Below the Bluff', 'tourism'],
  ['hotel', 'lakeview-hotel', 'Lakeview House', 'hotels', 'lakeview-hotel'],
  ['hotel', 'commercial-hotel', 'Commercial Hotel', 'hotels', 'commercial-hotel'],
  ['church', 'knox', 'Knox Church', 'churches', 'knox'],
  ['church', 'st-brendan', "St. Brendan's Church", 'churches', 'st-brendan'],
  ['church', 'sainte-anne', 'Église Sainte-Anne', 'churches', 'sainte-anne'],
  ['church', 'wesley', 'Methodist Church', 'churches', 'wesley'],
  ['school', 'school', 'Public School', 'education', 'school'],
  ['hall', 'post-office', 'Post Office and Customs', 'politics', 'post-office'],
  ['hall', 'library', 'Carnegie Library', 'libraries', 'library'],
  ['mill', 'mill', 'The Old Mill', 'milling'],
  ['station', 'station', 'Railway Station', 'railway'],
  ['lighthouse', 'lighthouse', 'Harbour Light by Moonlight', 'lighthouse', 'night'],
  ['lighthouse', 'lighthouse', 'The Light', 'lighthouse'],
  ['pond', 'river-park', 'On the Maskinonge', 'leisure'],
  ['panorama', 'bluff-park', 'General View of the Town', 'panoramas'],
  ['farm', 'fairground', 'Fair Day', 'fairs'],
]
const MESSAGES = [
  'Arrived safe. The lake is just as they say, only colder.',
  'Dear all, had two dips already and lost a shoe.',
  'Will be on the six o’clock Thursday. Meet me with the cart.',
  'X marks our window. Father is fishing and catching a cold.',
  'This is not at all what it looks like. Wish you were here to see it.',
  'Baby has two teeth. Tell Aunt.',
  'No work at the mill till the ice is out.',
  'On va bien. Le bébé aussi. Écris-moi.',
  'I was at the dance. I shall say no more on a post card.',
  'Send the blue dress. Not the other blue.',
  'Rain, rain, rain, croquet, rain.',
  'Saw your cousin. He has a motor.',
  'We sold the cow.',
  'The sunsets are free, everything else is two dollars.',
]

export const postcard: Scene = (town, random) => {
  const [kind, place, caption, subject, detail] = random.pick(CARDS)
  const date = dayIn(
    random,
    place === 'library' ? 1909 : place === 'post-office' ? 1912 : 1904,
    place === 'lakeview-hotel' ? 1960 : place === 'station' ? 1954 : 1978,
  )
  const year = yearOf(date)
  const zone = landmarkOf(town.zones, place)
  const { studio } = photographerIn(town, date)
  const posted = random.chance(0.7)
  const [writer, reader] = random.sample(adults(town, date), 2)
  const people = posted && writer !== undefined && reader !== undefined ? [writer, reader] : []
  const message = random.pick(MESSAGES)
  const there = town.organizations.find(
    (o) => openDuring(o, year) && premisesIn(o, year) === zone && o.kind !== 'studio',
  )
  const wide = kind === 'panorama'
  const upright = kind === 'lighthouse'
  const size = wide ? { width: 1200, height: 430 } : upright ? { width: 560, height: 880 } : { width: 880, height: 560 }
  return draft(
    'postcard',
    random.chance(0.2) ? `Post card: ${caption}` : `${caption}, Brannock Bay, Ont.`,
    `${year < 1930 && studio !== undefined ? `View card of the ${studio.name}` : 'View card'}: ${caption}. ${people.length === 2 ? `Posted by ${shortName(people[0] as never)} to ${shortName(people[1] as never)}: “${message}”` : 'Not posted.'}`,
    {
      date,
      people,
      zone,
      organizations: [
        ...(year < 1930 && studio !== undefined ? [studio] : []),
        ...(there === undefined ? [] : [there]),
      ],
      subjects: [subject, 'tourism'].filter((s, i, all) => all.indexOf(s) === i),
      collection: year <= 1930 ? 'ashdown-cards' : 'tourist-cards',
      creator: people[0],
      sketches: [
        {
          kind,
          ...size,
          tone: year < 1950 ? (random.chance(0.75) ? 'tinted' : 'silver') : 'faded',
          border: 'postcard',
          words: [`${caption}, Brannock Bay, Ont.`, kind === 'hall' ? zone.name : (there?.name ?? zone.name)],
          view: caption,
          sitters: [],
          detail: detail ?? '',
        },
        ...(posted || random.chance(0.4)
          ? [
              {
                kind: 'postcard-back' as const,
                width: 880,
                height: 560,
                tone: 'paper' as const,
                border: 'none' as const,
                words: [posted ? 'posted' : '', reader === undefined ? '' : shortName(reader)],
                sitters: [],
                detail: '',
              },
            ]
          : []),
      ],
    },
  )
}
