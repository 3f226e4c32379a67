import { dayIn, yearOf } from '../dates.ts'
import { openDuring } from '../organizations.ts'
import { shortName } from '../people.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, adults, draft, photo } from './draft.ts'

const SHIPS: [name: string, kind: 'schooner' | 'steamer' | 'tug', from: number, to: number][] = [
  ['Margaret Harkness', 'schooner', 1862, 1889],
  ['Orkney Lass', 'schooner', 1864, 1896],
  ['Nodin', 'schooner', 1867, 1904],
  ['Colonel B.', 'schooner', 1855, 1878],
  ['Jessie Calder', 'schooner', 1871, 1913],
  ['Three Sisters', 'schooner', 1874, 1899],
  ['Huronic Belle', 'steamer', 1881, 1912],
  ['City of Brannock', 'steamer', 1889, 1924],
  ['Saugeen Queen', 'steamer', 1902, 1938],
  ['Manitou Star', 'steamer', 1921, 1957],
  ['Marie-Célina', 'tug', 1892, 1921],
  ['Étoile du Lac', 'tug', 1899, 1934],
  ['Effie T.', 'tug', 1908, 1949],
  ['Giizis', 'tug', 1922, 1958],
  ['R. H. Thériault', 'tug', 1931, 1969],
  ['Bay Lass', 'tug', 1938, 1966],
]

export const shipping: Scene = (town, random) => {
  const [name, kind, from, to] = random.pick(SHIPS)
  const date = dayIn(random, Math.max(from, 1866), to)
  const year = yearOf(date)
  const owner = random.pick(
    town.organizations.filter(
      (o) =>
        openDuring(o, year) && ['boatworks', 'fishery', 'harbour-board', 'elevator', 'giiwedin-fish'].includes(o.key),
    ),
  )
  const master = random.sample(
    adults(town, date).filter(
      (person) => person.sex === 'male' && ['Calder', 'Thériault', 'Giiwedin', "O'Meara"].includes(person.surname),
    ),
    1,
  )
  const zone = landmarkOf(town.zones, random.pick(['harbour', 'wharf', 'boatworks', 'harbour']))
  const doing = {
    schooner: ['loading grain', 'wind-bound at the north pier', 'drying sail', 'outward bound for Oswego'],
    steamer: ['with an excursion aboard', 'backing off the pier', 'at her landing', 'two hours late'],
    tug: ['home with the nets', 'on the slip', 'iced to the wheelhouse', 'raising steam'],
  }[kind]
  const verb = random.pick(doing)
  return draft(
    'photograph',
    `${kind === 'tug' ? 'Fish tug' : kind === 'steamer' ? 'Steamer' : 'Schooner'} ${name}${random.chance(0.5) ? `, ${verb}` : ''}`,
    `The ${kind} ${name} ${verb}.${master.length > 0 ? ` Master that season: ${shortName(master[0]!)}.` : ''} ${random.pick(['Built on the bay.', 'Her name board hangs in the museum.', 'Lost with nobody aboard.', 'From a lantern slide.'])}`,
    {
      date,
      people: master,
      organizations: [owner],
      zone,
      subjects: [kind === 'schooner' ? 'schooners' : kind === 'steamer' ? 'steamers' : 'tugs', 'piers'],
      collection: 'ships',
      sketches: [
        photo(random, random.chance(0.65) ? 'ship' : 'harbour', year, {
          detail: `${kind}${verb.includes('ice') ? ' ice' : ''}`,
          words: [name],
        }),
      ],
    },
  )
}
