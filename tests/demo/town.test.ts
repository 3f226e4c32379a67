import { describe, expect, it } from 'vitest'
import { ageAt, yearOf, yearsMeant } from '#demo/dates.ts'
import { openDuring } from '#demo/organizations.ts'
import { aliveDuring, fullName } from '#demo/people.ts'
import { foundTown } from '#demo/town.ts'

const town = foundTown()
const broken = <T>(list: readonly T[], rule: (entry: T) => boolean, say: (entry: T) => string): string[] =>
  list.filter((entry) => !rule(entry)).map(say)

describe('the amounts of the demo town', () => {
  it('has zones, people, organizations, subjects and items enough to explore', () => {
    expect(town.zones.length).toBeGreaterThanOrEqual(150)
    expect(town.people.length).toBeGreaterThanOrEqual(220)
    expect(town.organizations.length).toBeGreaterThanOrEqual(60)
    expect(town.subjects.length).toBeGreaterThanOrEqual(80)
    expect(town.items).toHaveLength(600)
    expect(town.items.filter((item) => item.visibility === 'draft')).toHaveLength(30)
    expect(new Set(town.items.map((item) => item.type)).size).toBe(8)
    const pictures = town.items.reduce((sum, item) => sum + item.sketches.length, 0)
    expect(pictures).toBeGreaterThan(700)
    expect(pictures).toBeLessThan(1000)
  })

  it('has all four levels in the collections tree, each below the one above', () => {
    const level = { fond: 0, series: 1, subseries: 2, file: 3 }
    for (const collection of town.collections) {
      const parent = town.collections.find((other) => other.key === collection.parent)
      expect(parent === undefined ? -1 : level[parent.hierarchy]).toBe(level[collection.hierarchy] - 1)
    }
    expect(new Set(town.collections.map((collection) => collection.hierarchy)).size).toBe(4)
  })

  it('moves organizations between premises, and never two into one shop at a time', () => {
    expect(town.organizations.filter((organization) => organization.premises.length > 1).length).toBeGreaterThan(20)
    const shops = town.organizations.flatMap((o) =>
      o.premises.filter(
        (tenancy) =>
          tenancy.zone.kind === 'shop' && tenancy.zone.street === 'Main Street' && tenancy.zone.key !== 'bank',
      ),
    )
    for (const a of shops) {
      const clash = shops.filter(
        (b) => b !== a && b.zone === a.zone && b.from <= (a.until ?? 9999) && (b.until ?? 9999) >= a.from,
      )
      expect(clash).toEqual([])
    }
  })
})

describe('it fits together', () => {
  it('children are 16 to 50 years younger than their parents, and born while both lived', () => {
    const pairs = town.people.flatMap((child) =>
      [child.father, child.mother].filter((parent) => parent !== undefined).map((parent) => ({ child, parent })),
    )
    expect(pairs.length).toBeGreaterThan(200)
    const fits = ({ child, parent }: (typeof pairs)[number]): boolean =>
      ageAt(parent.born, child.born) >= 16 && ageAt(parent.born, child.born) <= 50 && aliveDuring(parent, child.born)
    expect(broken(pairs, fits, ({ child, parent }) => `${fullName(child)} of ${fullName(parent)}`)).toEqual([])
  })

  it('nobody dies before birth, and spouses were alive and adult together', () => {
    expect(broken(town.people, (p) => p.died === undefined || p.died > p.born, fullName)).toEqual([])
    const marriages = town.people.flatMap((person) => person.marriages.map((marriage) => ({ person, ...marriage })))
    const fits = ({ person, spouse, date }: (typeof marriages)[number]): boolean =>
      [person, spouse].every((one) => aliveDuring(one, date) && ageAt(one.born, date) >= 18) &&
      spouse.marriages.some((back) => back.spouse === person)
    expect(broken(marriages, fits, ({ person, spouse }) => `${fullName(person)} and ${fullName(spouse)}`)).toEqual([])
  })

  it('owners were adult and alive, and every lot has its chain in order from 1835 on', () => {
    const fits = (link: (typeof town.ownerships)[number]): boolean =>
      aliveDuring(link.person, link.date) && ageAt(link.person.born, link.date) >= 18
    expect(broken(town.ownerships, fits, (link) => `${fullName(link.person)}, ${link.lot}, ${link.date}`)).toEqual([])
    town.ownerships.forEach((link, i) => {
      const before = town.ownerships[i - 1]
      if (before !== undefined && before.lot === link.lot) expect(link.date).toBeGreaterThanOrEqual(before.date)
    })
    const years = town.ownerships.map((link) => yearOf(link.date))
    expect(Math.min(...years)).toBe(1835)
    expect(Math.max(...years)).toBeLessThanOrEqual(2020)
    expect(Math.max(...years)).toBeGreaterThan(2010)
  })

  it('workers were adult, alive, in one place at a time, and their employer open', () => {
    const fits = (job: (typeof town.employments)[number]): boolean =>
      aliveDuring(job.person, job.from, job.until) &&
      ageAt(job.person.born, job.from) >= 18 &&
      openDuring(job.organization, yearOf(job.from), yearOf(job.until)) &&
      town.employments.every(
        (other) => other === job || other.person !== job.person || other.until < job.from || other.from > job.until,
      )
    expect(
      broken(town.employments, fits, (job) => `${fullName(job.person)} at ${job.organization.name}, ${job.from}`),
    ).toEqual([])
  })

  it('whoever an item names was alive at its date, whatever its written date may stand for', () => {
    const dated = town.items.filter((item) => item.date !== undefined)
    const named = (item: (typeof dated)[number]) => [
      ...item.people,
      ...item.contributors,
      ...(item.creator === undefined ? [] : [item.creator]),
    ]
    const fits = (item: (typeof dated)[number]): boolean => {
      const date = item.date as number
      const [first, last] = yearsMeant(date, item.precision)
      return named(item).every(
        (p) => aliveDuring(p, date) && yearOf(p.born) <= first && (p.died === undefined || yearOf(p.died) >= last),
      )
    }
    expect(broken(dated, fits, (item) => `${item.id} ${item.title}`)).toEqual([])
    expect(town.items.filter((item) => item.date === undefined && named(item).length > 0)).toEqual([])
  })

  it('organizations in an item were open', () => {
    const fits = (item: (typeof town.items)[number]): boolean => {
      if (item.date === undefined) return true
      const [first, last] =
        item.date % 100 === 0 ? [yearOf(item.date), yearOf(item.date)] : yearsMeant(item.date, item.precision)
      return item.organizations.every((organization) => openDuring(organization, first, last))
    }
    expect(
      broken(
        town.items,
        fits,
        (item) => `${item.id} ${item.title}: ${item.organizations.map((o) => o.name).join(', ')}`,
      ),
    ).toEqual([])
  })

  it('a picture of people shows as many as the item names', () => {
    for (const item of town.items)
      for (const sketch of item.sketches) {
        if (sketch.kind === 'group') expect(sketch.sitters).toHaveLength(item.people.length)
      }
  })
})
