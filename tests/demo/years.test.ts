import { describe, expect, it } from 'vitest'
import { bundleRows, locationsGeoJson } from '#demo/bundle-rows.ts'
import { yearOf } from '#demo/dates.ts'
import { ownerIn } from '#demo/ownership.ts'
import { townStories } from '#demo/stories.ts'
import { SEED, foundTown } from '#demo/town.ts'
import { stoodIn } from '#demo/zones.ts'
import { parseWrittenDate } from '#rules/dates/written-dates.ts'
import { storyBlocks } from '#rules/stories/story-blocks.ts'

const town = foundTown()
const rows = bundleRows(town, SEED)
const sourceOf = ({ source }: { source: string }) => source.split(',')[0]!
const sources = Map.groupBy(town.residences, sourceOf)
const yearIn = (source: string) => Number(/\d{4}$/.exec(source)?.[0])
const broken = <T>(list: readonly T[], rule: (entry: T) => boolean, say: (entry: T) => unknown) =>
  list.filter((entry) => !rule(entry)).map(say)

describe('the years of places', () => {
  it('most are dated, and some are gone', () => {
    const dated = town.zones.filter(({ from }) => from !== undefined).length / town.zones.length
    expect(dated).toBeGreaterThan(0.82)
    expect(dated).toBeLessThan(0.95)
    expect(town.zones.filter(({ until }) => until !== undefined).length).toBeGreaterThan(20)
    for (const { from, until } of town.zones) if (from && until) expect(until).toBeGreaterThan(from)
  })

  it('nothing is older than its place, and nothing comes after it', () => {
    const told = [
      ...town.ownerships.map(({ zone, date, source }) => ({ zone, year: yearOf(date), what: source })),
      ...town.items.flatMap(({ zone, date, title }) =>
        zone && date ? [{ zone, year: yearOf(date), what: title }] : [],
      ),
      ...town.organizations.flatMap(({ name, premises }) =>
        premises.map(({ zone, from }) => ({ zone, year: from, what: name })),
      ),
      ...town.residences.map(({ zone, from, written }) => ({ zone, year: yearOf(from), what: written })),
    ]
    expect(
      broken(
        told,
        ({ zone, year }) => stoodIn(zone, year),
        ({ zone, ...rest }) => [zone.name, rest],
      ),
    ).toEqual([])
  })

  it('a place begins when those before it end, or later, and nothing comes out of itself', () => {
    const succeeded = town.zones.filter(({ predecessors = [] }) => predecessors.length > 0)
    expect(succeeded.length).toBeGreaterThan(40)
    for (const zone of succeeded)
      for (const pk of zone.predecessors!) {
        const before = town.zones.find((each) => each.pk === pk)!
        expect(before.predecessors, before.name).toBeUndefined()
        expect(yearOf(before.until!), zone.name).toBeLessThanOrEqual(yearOf(zone.from!))
      }
  })

  it('every lot has one number, and its deeds are in order', () => {
    const numbers = town.zones.flatMap(({ lots }) => lots)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(
      broken(
        town.ownerships,
        ({ lot, zone }) => zone.lots.includes(lot),
        ({ lot }) => lot,
      ),
    ).toEqual([])
    for (const deeds of Map.groupBy(town.ownerships, ({ lot }) => lot).values())
      expect(deeds.map(({ date }) => date)).toEqual(deeds.map(({ date }) => date).toSorted((a, b) => a - b))
  })

  it('a street was renumbered, one was renamed, and no two places had one address in a year', () => {
    const names = town.zones.flatMap((zone) =>
      (zone.formerNames ?? []).map(([name, from, until]) => ({ zone, name, from, until })),
    )
    expect(
      names.filter(({ name, until }) => /^\d+ Mill Road$/.test(name) && until === 19120000).length,
    ).toBeGreaterThan(8)
    expect(names.filter(({ name }) => name.endsWith('Back Street')).length).toBeGreaterThan(8)
    for (const { zone, name, from, until } of names) {
      expect(until, name).toBeGreaterThan(from)
      expect(stoodIn(zone, yearOf(from)), name).toBe(true)
      const same = names.filter((other) => other.name === name && other.from < until && from < other.until)
      expect(same, name).toHaveLength(1)
    }
  })
})

describe('residents', () => {
  it('four censuses, two directories and the log of the light', () => {
    expect([...sources.keys()].toSorted()).toEqual([
      ...['Census of 1851', 'Census of 1871', 'Census of 1891', 'Census of 1911'],
      ...['Directory of 1884', 'Directory of 1925', 'Log of the Harbour Light'],
    ])
    for (const [source, lines] of sources) {
      if (source.startsWith('Census')) expect(lines.length, source).toBeGreaterThanOrEqual(150)
      if (source.startsWith('Directory')) expect(lines.length, source).toBeGreaterThanOrEqual(80)
      expect(lines.length, source).toBeLessThanOrEqual(400)
    }
  })

  it('nobody before birth or after death, and nobody at two places in a year', () => {
    const isAlive = ({ person, from, until }: (typeof town.residences)[number]) =>
      yearOf(person.born) <= yearOf(from) && yearOf(until ?? from) <= yearOf(person.died ?? 99990000)
    expect(broken(town.residences, isAlive, ({ written, source }) => [written, source])).toEqual([])
    for (const [source, lines] of sources) {
      if (!yearIn(source)) continue
      expect(new Set(lines.map(({ person }) => person)).size, source).toBe(lines.length)
      for (const { person, zone, from, until } of town.residences)
        if (until && yearOf(from) <= yearIn(source) && yearIn(source) < yearOf(until))
          expect(lines.find((line) => line.person === person)?.zone, `${person.first}, ${source}`).toBe(zone)
    }
  })

  it('each household of a census is in order, under a head', () => {
    for (const [source, lines] of sources) {
      if (!source.startsWith('Census')) continue
      for (const household of Map.groupBy(lines, ({ zone }) => zone).values()) {
        expect(household.map(({ order }) => order)).toEqual(household.map((_, i) => i + 1))
        const [head] = household
        const isOwned = household.some(({ role }) => role === 'owner')
        expect(['owner', 'tenant', 'keeper', ...(isOwned ? ['family'] : [])], head!.written).toContain(head!.role)
      }
    }
  })

  it('whoever is an owner there has the deed', () => {
    const owners = town.residences.filter(({ role }) => role === 'owner')
    expect(owners.length).toBeGreaterThan(150)
    const hasDeed = ({ person, zone, from }: (typeof owners)[number]) =>
      ownerIn(town.ownerships, zone, yearOf(from)) === person
    expect(broken(owners, hasDeed, ({ written, source, zone }) => [written, source, zone.name])).toEqual([])
  })
})

it('the bundle has it in the columns of the contract', () => {
  const { features } = locationsGeoJson(town) as { features: { properties: Record<string, unknown> }[] }
  const dates = features.flatMap(({ properties }) =>
    [properties['date_start'], properties['date_end']].filter((date) => date !== undefined),
  )
  expect(dates.filter((date) => typeof date === 'string').length, 'as written').toBeGreaterThan(5)
  expect(dates.filter((date) => parseWrittenDate(String(date)) === undefined)).toEqual([])
  expect(rows['residents']).toHaveLength(town.residences.length)
  expect(rows['place_names']!.length).toBeGreaterThan(25)
})

it('stories link to years', () => {
  const all = townStories(town).map(({ text }) => text)
  for (const text of all) {
    expect(text).toMatch(/\]\(\/years\/\d{4}\/\)/)
    expect(text).toMatch(/\]\(\/\?year=\d{4}\)/)
    for (const block of storyBlocks(text).blocks)
      if (block.kind === 'place' && block.year)
        expect(stoodIn(town.zones[block.id - 1]!, block.year), `${block.id} ${block.year}`).toBe(true)
  }
})
