import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import { PersonRecord } from '#components/record/PersonRecord.tsx'
import { ZoneRecord } from '#components/record/ZoneRecord.tsx'
import { loadPerson } from '#islands/records/load-person.ts'
import { loadZone } from '#islands/records/load-zone.ts'
import { loadArchive, type Archive } from '#snapshot/archive.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zoneOverview } from '#snapshot/pages/zone-page.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { openTestArchive, type TestArchive } from '../../server/fixtures.ts'
import { startDjangoServer } from '../../fixtures/django-server/django-server.ts'
import { smallTown } from '../../fixtures/django-server/town.ts'

// What a place and a person tell of time, from the API as on the built page.

const CENSUS = { date_start: 18710402, source: 'Census of 1871' }
let archive: TestArchive
let client: Client
let built: Archive
const folder = mkdtempSync(join(tmpdir(), 'lotline-time-'))
beforeAll(async () => {
  archive = await openTestArchive({
    location: [
      { id: 14, name: 'Lot 14', date_start: 18510000, date_end: 18810000 },
      { id: 15, name: '14A', address: '31 Mill Street', date_start: 18810000, succession: 'split' },
      { id: 16, name: '14B', date_start: 18810000, succession: 'split' },
    ],
    location_predecessor: [
      { location_id: 15, predecessor_id: 14, position: 0 },
      { location_id: 16, predecessor_id: 14, position: 0 },
    ],
    place_name: [{ id: 1, location_id: 15, name: '12 Mill Street', date_end: 19120000 }],
    person: [
      { id: 1, first_name: 'Ada' },
      { id: 2, first_name: 'Ben' },
      { id: 3, first_name: 'Cy' },
    ],
    relationship: [{ id: 1, person1_id: 1, person2_id: 2, relationship_type: 'parent' }],
    resident: [
      { id: 1, person_id: 2, location_id: 14, household_order: 2, written: 'Ben, 4', role: 'family', ...CENSUS },
      { id: 2, person_id: 1, location_id: 14, household_order: 1, role: 'tenant', ...CENSUS },
      { id: 3, person_id: 1, location_id: 15, date_start: 18910000, date_end: 19000000 },
    ],
  })
  const base = await archive.app.listen({ port: 0, host: '127.0.0.1' })
  await pullSnapshot({ api: base, folder, source: 'a test', apiBase: base, pictures: 'api' })
  client = createClient({ base })
  built = loadArchive(folder)
}, 60_000)
afterAll(async () => {
  await archive.close()
  rmSync(folder, { recursive: true, force: true })
})

const page = async (pk: number) =>
  renderToStaticMarkup(createElement(ZoneRecord, { zone: await loadZone(client, pk), api: '' }))

test('a place', async () => {
  for (const pk of [14, 15, 16]) {
    const { items: _, map: __, ...live } = await loadZone(client, pk)
    expect(zoneOverview(built, pk)).toMatchObject(live)
  }
  const whole = await page(14)
  expect(whole).toContain('Here from 1851. Until 1881, then <a href="/zone-overview/15/">14A</a> and <a href="/zone-overview/16/">14B</a>.') // prettier-ignore
  expect(whole).toMatch(/<h2 id="residents">Residents<\/h2>.*Ada.*Tenant.*1871.*Ben.*Of the family.*Ben, 4.*Census of 1871/) // prettier-ignore
  const part = await page(15)
  expect(part).toContain('Here since 1881, from <a href="/zone-overview/14/">Lot 14</a>, which was split. 12 Mill Street until 1912.') // prettier-ignore
  expect(await page(16), 'nobody is known to have lived there').not.toContain('Residents')
})

test('a person, with the homes of the family', async () => {
  for (const id of [1, 2, 3]) {
    const { items: _, odd: __, ...live } = await loadPerson(client, id)
    expect(personPage(built, id)).toMatchObject(live)
  }
  const html = renderToStaticMarkup(createElement(PersonRecord, { person: await loadPerson(client, 2), api: '' }))
  expect(html).toMatch(/<h2 id="residences">Lived at<\/h2>.*<a href="\/zone-overview\/14\/\?year=1871">Lot 14<\/a>/)
  expect(html).toContain('Lived at 14A, 1891–1900')
  expect(html).toContain('href="/?zone=14&amp;year=1871"')
})

test('a place that is away tells what the last build knew', async () => {
  const away = createClient({
    base: client.base,
    fetch: async (input, init) =>
      /residents|names/.test(String(input)) ? new Response('', { status: 502 }) : fetch(input, init),
  })
  const before = zoneOverview(built, 14)!
  expect(await loadZone(away, 14, { before: () => before })).toMatchObject({
    story: before.story,
    when: before.when,
    residents: before.residents,
  })
  expect((await loadZone(away, 14)).residents).toBeUndefined()
  expect((await loadPerson(away, 1)).residences).toBeUndefined()
})

test('a server without them is not asked', async () => {
  const server = await startDjangoServer({}, smallTown())
  const asked: string[] = []
  const other = createClient({
    base: server.base,
    fetch: (input, init) => {
      asked.push(String(input))
      return fetch(input, init)
    },
  })
  const [zone, person] = [await loadZone(other, 1), await loadPerson(other, 1)]
  expect([zone.residents, zone.story, person.residences]).toEqual([undefined, undefined, undefined])
  expect(asked.filter((address) => /residents|names|succession|places=/.test(address))).toEqual([])
  await server.close()
})
