import { dayIn, yearOf } from '../dates.ts'
import { landmarkOf } from '../zones.ts'
import { type Scene, draft, photo } from './draft.ts'
import { VIEWS } from './views-table.ts'

export const view: Scene = (town, random) => {
  const [kind, place, title, text, subjects, from, to, size] = random.pick(VIEWS)
  const date = from === 1896 && to === 1896 ? 18961009 : dayIn(random, from, to)
  const zone =
    place === 'LRE'
      ? random.pick(town.zones.filter((candidate) => candidate.kind === 'farm'))
      : landmarkOf(town.zones, place)
  const year = yearOf(date)
  const shape = size === undefined ? {} : { width: size[0], height: size[1], border: 'none' as const }
  return draft('photograph', title, text, {
    date,
    zone,
    subjects,
    collection: kind === 'beach' ? 'beach' : place === 'mill' && kind === 'fire' ? 'harkness-fire' : 'waterfront',
    sketches: [
      photo(random, kind, year, { detail: subjects.join(' '), ...shape }),
      ...(random.chance(0.25) ? [photo(random, kind, year, { detail: subjects.join(' ') })] : []),
    ],
  })
}
