import { join } from 'node:path'
import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { placeInYear } from '#rules/years/place-years.ts'
import { openArchive } from '#snapshot/archive.ts'
import { placeYearsOf } from '#snapshot/place-years.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { freshFolder } from './bundle/fresh-archive.ts'
import { openTestArchive, type TestRecords } from './fixtures.ts'

/** What was at a place in a year: as the rule says it of what the API answers, and as SQL says it of the tables. */

const [PLACES, PEOPLE, FIRMS, LOTS] = [40, 30, 12, 60]
const year = fc.integer({ min: 1835, max: 1935 })
/** 1870, March 1870 or 3 March 1870. */
const day = fc.constantFrom(0, 300, 303, 1231)
const date = fc.option(
  fc.tuple(year, day).map(([of, rest]) => of * 10_000 + rest),
  { nil: null, freq: 4 },
)
const period = fc.record({ date_start: date, date_end: date })
const one = (most: number) => fc.integer({ min: 1, max: most })
const numbered = <Row extends object>(rows: Row[]) => rows.map((row, at) => ({ ...row, id: at + 1 }))
const many = <Row extends object>(row: fc.Arbitrary<Row>, length: number) =>
  fc.array(row, { minLength: length, maxLength: length }).map(numbered)

const town = fc.record({
  location: many(period, PLACES).map((rows) => rows.map((row) => ({ ...row, name: `Place ${row.id}` }))),
  // A later place comes out of an earlier one.
  location_predecessor: fc
    .uniqueArray(fc.tuple(one(PLACES), one(PLACES)).filter(([a, b]) => a !== b), { maxLength: 30, selector: (pair) => String(pair.toSorted((a, b) => a - b)) })
    .map((pairs) => pairs.map(([a, b], position) => ({ location_id: Math.max(a, b), predecessor_id: Math.min(a, b), position }))),
  person: fc.constant(numbered(Array.from({ length: PEOPLE }, () => ({ surname: 'Orr', date_of_death: 19400000 })))),
  lot: fc
    .array(one(PLACES), { minLength: LOTS, maxLength: LOTS })
    .map((places) => places.map((location_id, at) => ({ lot_num: String(at + 1), location_id }))),
  ownership: many(fc.record({ lot_num: one(LOTS).map(String), person_id: one(PEOPLE), date }), 160),
  resident: many(fc.tuple(period, fc.record({ person_id: one(PEOPLE), location_id: one(PLACES) })).map(([a, b]) => ({ ...a, ...b })), 160),
  organization: many(fc.record({ date_opened: date, date_closed: date }), FIRMS).map((rows) =>
    rows.map((row) => ({ ...row, name: `Firm ${row.id}` })),
  ),
  organization_location: many(fc.tuple(period, fc.record({ organization_id: one(FIRMS), location_id: one(PLACES) })).map(([a, b]) => ({ ...a, ...b })), 60),
}) // prettier-ignore

/** The first and the last year in which a place was there: until the year before one begins that came out of it. */
const spanOf = (place: number) => sql`own as (
    select date_start / 10000 as began, date_end / 10000 as ended from location where id = ${place}),
  sound as (
    select case when ended < began then null else began end as began,
      case when ended < began then null else ended end as ended from own),
  final_years as (
    select ended as final from sound where ended is not null
    union all select later.date_start / 10000 - 1 from location_predecessor as succession
      join location as later on later.id = succession.location_id join sound on true
      where succession.predecessor_id = ${place} and later.date_start is not null
        and (began is null or later.date_start / 10000 >= began)),
  span as (select (select began from sound) as began, (select min(final) from final_years) as ended)`
const isThere = (at: number) => sql`(select (began is null or began <= cast(${at} as bigint))
  and (ended is null or ended >= cast(${at} as bigint)) from span)`
const isDated = sql`(select began is not null or ended is not null from span)`

type Told = { of: number; recorded: number }
const RESIDENCE = sql`select person_id, coalesce(date_start, date_end) / 10000 as began, coalesce(date_end, date_start) / 10000 as ended
  from resident where location_id =`
const OWN_DATES = sql`(p.date_start is not null or p.date_end is not null)`

/** Each query gives who it is, and 1 if a record of that year says so. What is concluded, is so of years in which the place was there. */
const queries = (place: number, at: number): Record<string, RawBuilder<Told>> => ({
  owners: sql`select person_id as of, max(case when date / 10000 = ${at} then 1 else 0 end) as recorded from (
      select o.*, (select min(n.date) from ownership n where n.lot_num = o.lot_num and n.date > o.date) / 10000 as sold
      from ownership o join lot on lot.lot_num = o.lot_num where lot.location_id = ${place} and o.date is not null) as deed
    where date / 10000 = ${at} or (date / 10000 < ${at} and sold >= ${at} and (not ${isDated} or ${isThere(at)}))
    group by person_id`,
  residents: sql`select person_id as of, max(case when began <= ${at} and ended >= ${at} then 1 else 0 end) as recorded
    from (${RESIDENCE} ${place}) as home where began is not null and began <= ended group by person_id
    having max(case when began <= ${at} and ended >= ${at} then 1 else 0 end) = 1
      or (min(ended) < ${at} and max(began) > ${at} and (not ${isDated} or ${isThere(at)}))`,
  organizations: sql`select organization_id as of, max(recorded) as recorded from (
    select organization_id, case
        when began is null then case when ended = ${at} then 1 end
        when ended is not null then case when began <= ${at} and ended >= ${at} then 1 end
        when began = ${at} then 1
        when began < ${at} and (closed is null or closed >= ${at}) and (not ${isDated} or ${isThere(at)}) then 0
      end as recorded
    from (select p.organization_id, o.date_closed / 10000 as closed,
        (case when ${OWN_DATES} then p.date_start else o.date_opened end) / 10000 as began,
        (case when ${OWN_DATES} then p.date_end else o.date_closed end) / 10000 as ended
      from organization_location p join organization o on o.id = p.organization_id where p.location_id = ${place}) as firm
    ) as told where recorded is not null group by organization_id`,
})

test('a thousand pairs of place and year: the rule and SQL agree', async () => {
  const seen = { there: 0, gone: 0, 'not dated': 0, recorded: 0, concluded: 0 }
  const [seed] = [fc.sample(fc.integer(), 1)[0]!]
  for (const records of fc.sample(town, { numRuns: 2, seed })) {
    const archive = await openTestArchive(records as TestRecords)
    const api = await archive.app.listen({ port: 0, host: '127.0.0.1' })
    const folder = join(await freshFolder(), 'snapshot')
    await pullSnapshot({ api, folder, source: 'this archive', apiBase: '' })
    const built = openArchive(folder)
    for (const [place, at] of fc.sample(fc.tuple(one(PLACES), year), { numRuns: 500, seed })) {
      const where = `seed ${seed}, place ${place} in ${at}`
      const said = placeInYear(placeYearsOf(built, place), at)
      const { rows } = await sql<{
        presence: string
      }>`with ${spanOf(place)} select case when not ${isDated} then 'not dated'
        when ${isThere(at)} then 'there' else 'gone' end as presence`.execute(archive.db)
      expect(said.presence, where).toBe(rows[0]!.presence)
      seen[said.presence] += 1
      const told = {
        owners: said.owners,
        residents: said.residents.map((fact) => ({ ...fact, of: fact.of.person })),
        organizations: said.organizations,
      }
      for (const [list, query] of Object.entries(queries(place, at))) {
        const found = await sql<Told>`with ${spanOf(place)} select * from (${query}) as found`.execute(archive.db)
        const bySql = found.rows.map(({ of, recorded }) => `${of} ${recorded ? 'recorded' : 'concluded'}`).sort()
        const byRule = told[list as keyof typeof told].map(({ of, basis }) => `${of} ${basis}`)
        expect(byRule.sort(), `${list}: ${where}`).toEqual(bySql)
        for (const { recorded } of found.rows) seen[recorded ? 'recorded' : 'concluded'] += 1
      }
    }
    await archive.close()
  }
  // Each case was tried.
  for (const [what, count] of Object.entries(seen)) expect([what, count > 20]).toEqual([what, true])
})
