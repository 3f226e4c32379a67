import { expect, test } from 'vitest'
import { write } from '#demo/dates.ts'
import type { Item } from '#demo/items/catalogue.ts'
import { HEROES } from '#demo/items/heroes-table.ts'
import { planPictures } from '#demo/plan-pictures.ts'
import { drawPicture } from '#demo/pictures/draw.ts'
import type { PictureSpec } from '#demo/pictures/spec.ts'
import { THINGS, thingsIn } from '#demo/pictures/things.ts'
import { SEED, foundTown } from '#demo/town.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'

const town = foundTown()
const { items } = town
const dated = items.filter(({ date }) => date !== undefined)

/** First and last year that the date of a record may mean, as the import reads it; 0 where it does not say since when. */
function span({ date, precision, until }: Item): [first: number, last: number] {
  const written = date! % 100 === 0 ? { start: date!, end: date! } : parseWrittenDate(String(write(date!, precision)))!
  return [written.start ?? 0, until ?? written.end!].map((day) => Math.floor(day / 10_000)) as [number, number]
}
const isVague = ({ precision }: Item) => ['circa', 'decade', 'before'].includes(precision)
const yearsIn = (text: string) => [...text.matchAll(/\b(?:1[6-9]|20)\d\d\b/g)].map(([year]) => Number(year))
const broken = (all: readonly Item[], rule: (item: Item) => boolean) =>
  all
    .filter((item) => !rule(item))
    .map((item) => `${item.id} ${write(item.date!, item.precision)}: ${item.title}. ${item.description}`)

test('a year in a title, or written on a picture, is that of the date, which is not vaguer', () => {
  // A newspaper's columns look back.
  const captions = ({ title, sketches }: Item) => [title, ...sketches.flatMap(({ words }) => words.slice(0, 3))]
  // "Lake levels, 1835 to now" is a talk about them.
  const named = dated.filter((item) => captions(item).some((each) => yearsIn(each).length > 0 && !/to now$/.test(each)))
  expect(named.length).toBeGreaterThan(20)
  const fits = (item: Item) => {
    const [first, last] = span(item)
    const isVague = item.type !== 'event' && ['circa', 'decade', 'before'].includes(item.precision)
    return (
      !isVague &&
      captions(item)
        .flatMap(yearsIn)
        .every((year) => first <= year && year <= last)
    )
  }
  expect(broken(named, fits)).toEqual([])
})

test('a description that names the year of its date has no vaguer date', () => {
  const named = dated.filter(({ type }) => type !== 'event')
  const fits = (item: Item) => !isVague(item) || !yearsIn(item.description).includes(Math.floor(item.date! / 10_000))
  expect(broken(named, fits)).toEqual([])
})

test('a card that was posted has the date of its postmark', () => {
  const posted = dated.filter(({ description }) => description.includes('Posted by'))
  expect(posted.length).toBeGreaterThan(20)
  expect(broken(posted, (item) => !isVague(item))).toEqual([])
})

test('what ended in a year is not seen after it', () => {
  const END = /(?:by hand until|came down in|melted in|for firewood in|number was changed in) (\d{4})/g
  const ended = dated.filter(({ description }) => description.search(END) !== -1)
  expect(ended.length).toBeGreaterThan(10)
  const fits = (item: Item) => [...item.description.matchAll(END)].every(([, year]) => span(item)[1] <= Number(year))
  expect(broken(ended, fits)).toEqual([])
})

test('what belongs to a season has a date in it', () => {
  const SEASONS: [RegExp, number[]][] = [
    [/first of July/, [7]],
    [/under snow|Ice cutting|Skating/, [12, 1, 2, 3]],
    [/lilac time/, [5, 6]],
    [/Bathers|with an excursion/, [6, 7, 8, 9]],
    [/^(?:Steamer|Schooner)/, [4, 5, 6, 7, 8, 9, 10, 11, 12]],
  ]
  const pictures = dated.filter(({ type }) => type === 'photograph')
  const fits = ({ title, description, date }: Item) =>
    SEASONS.every(
      ([words, months]) => !words.test(`${title} ${description}`) || months.includes(Math.floor(date! / 100) % 100),
    )
  expect(broken(pictures, fits)).toEqual([])
})

test('a caption names no thing that its picture does not show', () => {
  const NAMEABLE =
    /\b(?:bicycles?|dogs?|cats?|goats?|pails?|fiddlers?|wagons?|slate|floats|lanterns?(?! slide)|bands? plays?|apron|sweaters|hitching posts?|folded arms|waved|jib|watch chain|book nobody|cake|mascot|grain teams|teams at|net reels|decorated|awnings?|blinds? is)\b/i
  const { pictures } = planPictures(town, SEED)
  const shown = (item: Item) =>
    new Set(
      pictures.filter(({ name }) => name.startsWith(String(item.id).padStart(4, '0'))).flatMap((p) => p.things ?? []),
    )
  const photographs = items.filter(({ type }) => type === 'photograph')
  const fits = (item: Item) => {
    const caption = `${item.title} ${item.description}`
    const left = Object.values(THINGS).reduce((text, { named }) => text.replace(new RegExp(named, 'gi'), ''), caption)
    return !NAMEABLE.test(left) && thingsIn(caption).every((thing) => shown(item).has(thing))
  }
  expect(photographs.filter((item) => thingsIn(item.description).length > 0).length).toBeGreaterThan(10)
  expect(photographs.filter((item) => !fits(item)).map(({ title, description }) => `${title}: ${description}`)).toEqual(
    [],
  )
})

test('no title carries a note of the cataloguer, and a newspaper reports a thing once', () => {
  expect(items.filter(({ title }) => title.includes('[') || title.length > 160)).toEqual([])
  const reports = items.filter(({ type }) => type === 'newspaper').map(({ description }) => description.split('.')[0])
  expect(new Set(reports).size).toBe(reports.length)
})

test('twenty letters can be read, and their transcripts say what is drawn', () => {
  const isLetter = ({ kind, words }: PictureSpec) =>
    kind === 'letter' && words.length === 5 && words[1] !== 'Know all by these presents'
  const letters = planPictures(town, SEED).pictures.filter(isLetter)
  expect(letters.length).toBeGreaterThanOrEqual(20)
  expect(new Set(letters.map(({ words }) => words[2])).size).toBe(letters.length)
  for (const letter of letters) {
    expect(letter.text).toBe(letter.words.join('\n'))
    expect(letter.words[2]!.split(' ').length, letter.words[2]).toSatisfy((count: number) => count >= 40 && count <= 70)
    const drawn = drawPicture(letter).match(/<path transform/g)!
    expect(drawn).toHaveLength(letter.words.join('').replaceAll(/\s/g, '').length)
  }
})

test('six newspapers have four pages, and what can be read on each is drawn', () => {
  const pages = planPictures(town, SEED).pictures.filter(({ kind }) => kind === 'newspaper')
  const whole = Map.groupBy(pages, ({ name }) => name.slice(0, 4))
  expect([...whole.values()].filter(({ length }) => length === 4)).toHaveLength(6)
  for (const page of pages.slice(0, 12)) {
    expect(page.text!.length).toBeGreaterThan(300)
    const drawn = drawPicture(page).match(/<path transform/g)!
    expect(drawn).toHaveLength(page.text!.replaceAll(/\s/g, '').length)
  }
})

test('twelve scans are 4,000 pixels wide, and each hides something of its own year or none', () => {
  const large = planPictures(town, SEED).pictures.filter(({ width, scale = 1 }) => width * scale === 4000)
  expect(large).toHaveLength(12)
  expect(new Set(large.map(({ kind }) => kind))).toEqual(new Set(['street', 'harbour', 'panorama', 'group']))
  for (const picture of large) {
    const item = items.find(({ id }) => id === Number(picture.name.slice(0, 4)))!
    expect(item.visibility).toBe('published')
    expect(isVague(item)).toBe(false)
    expect(drawPicture(picture).length).toBeGreaterThan(drawPicture({ ...picture, hidden: undefined }).length)
  }
  const hints = HEROES.flatMap(([, , hint]) => hint ?? [])
  expect(items.filter(({ description }) => hints.some((hint) => description.endsWith(hint)))).toHaveLength(hints.length)
})

test('two cards of one place, thirty years apart, show the same buildings and another day', () => {
  const cards = planPictures(town, SEED).pictures.filter(({ view }) => view !== undefined)
  const pairs = cards.flatMap((early) =>
    cards
      .filter((late) => late.view === early.view && late.year >= early.year + 30)
      .map((late) => [early, late] as const),
  )
  expect(pairs.length).toBeGreaterThan(20)
  for (const [early, late] of pairs.filter(([{ kind }]) => ['church', 'hall', 'mill', 'school'].includes(kind))) {
    const parts = [early, late].map((card) => new Set(drawPicture(card).split('<'))) as [Set<string>, Set<string>]
    const same = [...parts[0]].filter((part) => parts[1].has(part)).length / parts[0].size
    expect(same, `${early.name} and ${late.name}`).toSatisfy((part: number) => part > 0.2 && part < 0.9)
  }
  const signs = new Set(cards.filter(({ kind }) => kind === 'mill').map(({ words }) => words[1]))
  expect(signs.size).toBe(2)
})
