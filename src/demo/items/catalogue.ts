import type { Random } from '../random.ts'
import { aliveDuring } from '../people.ts'
import { EARLY, type ItemDraft, type Scene, type Town, VAGUE, namesItsYear, precisionFor } from './draft.ts'
import { schoolClass, teamPicture, workCrew } from './groups.ts'
import { HEROES } from './heroes-table.ts'
import { objectScene } from './objects.ts'
import { OBJECTS } from './objects-table.ts'
import { deed, ledger, letters } from './papers.ts'
import { houseFront, landmark } from './places.ts'
import { familyGroup, studioPortrait, wedding } from './portraits.ts'
import { postcard } from './postcards.ts'
import { certificate, newspaper, plan, programme } from './printed.ts'
import { shopFront, streetView } from './streets.ts'
import { view } from './views.ts'
import { inSeason } from './seasons.ts'
import { shipping } from './waterfront.ts'
import { eventScenes, oralHistory, videoScenes } from './recordings.ts'

/** How many items of each kind; six hundred in all. */
const counts = (): [scene: Scene, count: number][] => [
  [studioPortrait, 40],
  [familyGroup, 24],
  [wedding, 13],
  [workCrew, 24],
  [schoolClass, 11],
  [teamPicture, 18],
  [houseFront, 32],
  [shopFront, 34],
  [landmark, 32],
  [streetView, 17],
  [shipping, 24],
  [view, 38],
  [postcard, 72],
  [letters(), 28],
  [deed, 12],
  [ledger, 15],
  [certificate, 10],
  [programme, 14],
  [plan, 9],
  [newspaper, 24],
]
const ALL = 600
const DRAFT_EVERY = 20

export interface Item extends ItemDraft {
  id: number
  identifier: string
  copyright: 'Public Domain' | 'User Responsibility' | ''
  visibility: 'draft' | 'published'
}

/** Some records lack a date, a place or a description, as in any archive. */
function worn(item: ItemDraft, random: Random): ItemDraft {
  const bare = { ...item }
  const isAnonymous = item.people.length === 0 && item.creator === undefined
  if (item.type === 'photograph' && random.chance(0.05) && isAnonymous && !namesItsYear(item)) bare.date = undefined
  if (random.chance(0.05) && item.type !== 'event') bare.zone = undefined
  if (random.chance(0.02) && (item.type === 'photograph' || item.type === 'object')) bare.title = ''
  if (random.chance(0.06)) bare.subjects = []
  return bare
}

/** A picture at a day that fits what it shows; undefined if somebody had died by then. */
function taken(item: ItemDraft | undefined): ItemDraft | undefined {
  if (item?.date === undefined || (item.type !== 'photograph' && item.type !== 'postcard')) return item
  const date = inSeason(item.date, `${item.title} ${item.description}`)
  return [...item.people, ...(item.creator ? [item.creator] : [])].every((each) => aliveDuring(each, date))
    ? { ...item, date }
    : undefined
}

/** What comes first in lists is not one letter after the other: of each kind of picture, there is one in a decade of the early years. */
function earlyKind({ date, sketches: [first] }: ItemDraft): string | undefined {
  const decade = Math.floor((date ?? 1e9) / 100_000)
  return first && decade * 10 < EARLY ? `${first.kind} ${decade}` : undefined
}

/** Twelve scans of 4,000 pixels, spread over the years; each has one small thing to be found. */
function withHeroes(items: Item[]): Item[] {
  const large = new Map<Item, (typeof HEROES)[number]>()
  for (const row of HEROES) {
    const rows = HEROES.filter(([kind]) => kind === row[0])
    const fitting = items.filter(({ type, visibility, precision, sketches: [first] }) => {
      const isShown = type === 'photograph' && visibility === 'published' && first?.kind === row[0]
      // Some things have a date, and cats sit in windows.
      return isShown && !VAGUE.includes(precision) && (first.kind !== 'group' || first.detail === 'works')
    })
    large.set(fitting[Math.floor(((rows.indexOf(row) + 0.5) * fitting.length) / rows.length)]!, row)
  }
  return items.map((item) => {
    const [kind, hidden, hint = ''] = large.get(item) ?? []
    if (kind === undefined) return item
    const [width, height] = kind === 'panorama' ? [2000, 500] : [1000, 640]
    const sketches = item.sketches.with(0, { ...item.sketches[0]!, width, height, scale: 4000 / width, hidden })
    return { ...item, description: `${item.description} ${hint}`.trim(), sketches }
  })
}

/** The six hundred items by date, with identifiers; 5 % are drafts. */
export function catalogueItems(town: Town, random: Random): Item[] {
  const drafts: ItemDraft[] = []
  const seen = new Set<string>()
  const early = new Set<string>()
  const add = (scene: Scene, key: string): boolean => {
    for (let attempt = 0; attempt < 60; attempt++) {
      const item = taken(scene(town, random.fork(`${key}/${attempt}`)))
      if (item === undefined) continue
      // A newspaper reports a thing once.
      const once = item.type === 'newspaper' ? item.description.split('.')[0]! : `${item.title}/${item.date}`
      if (seen.has(once)) continue
      const kind = earlyKind(item)
      if (kind !== undefined && early.has(kind)) continue
      if (kind !== undefined) early.add(kind)
      seen.add(once)
      drafts.push(item)
      return true
    }
    return false
  }
  counts().forEach(([scene, count], which) => {
    for (let i = 0; i < count; i++) add(scene, `scene ${which}/${i}`)
  })
  eventScenes.forEach((scene, i) => add(scene, `event ${i}`))
  videoScenes.forEach((scene, i) => add(scene, `video ${i}`))
  OBJECTS.forEach((row, i) => add(objectScene(row), `object ${i}`))
  for (let i = 0; drafts.length < ALL - 22; i++)
    add(objectScene(OBJECTS[(i * 7) % OBJECTS.length] as (typeof OBJECTS)[number]), `more ${i}`)
  for (let i = 0; drafts.length < ALL; i++) add(oralHistory, `oral ${i}`)
  const wear = random.fork('wear')
  const items = drafts
    .sort((a, b) => (a.date ?? 1e9) - (b.date ?? 1e9))
    .map((item, index): Item => {
      const precision = item.precision === 'day' || item.type === 'event' ? item.precision : precisionFor(wear, item)
      const kept = worn({ ...item, precision }, wear)
      const year = Math.floor((item.date ?? 19000000) / 10000)
      const accession = `${1967 + (index % 50)}.${Math.floor(index / 50) + 1}.${(index * 7) % 97}-${index + 1}`
      return {
        ...kept,
        id: index + 1,
        identifier: wear.chance(0.94) ? `BBHS ${accession}` : '',
        copyright: year < 1949 ? 'Public Domain' : wear.chance(0.85) ? 'User Responsibility' : '',
        visibility: index % DRAFT_EVERY === DRAFT_EVERY - 1 ? 'draft' : 'published',
      }
    })
  return withHeroes(items)
}
