import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#client/client.ts'
import { createClient } from '#client/read-client.ts'
import { ApiError, UnreachableError } from '#client/errors.ts'
import { loadItem } from '#islands/records/load-item.ts'
import { loadOrganization } from '#islands/records/load-organization.ts'
import { loadPerson } from '#islands/records/load-person.ts'
import { loadZone } from '#islands/records/load-zone.ts'
import { loadArchive, type Archive } from '#snapshot/archive.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { organizationPage } from '#snapshot/pages/organization-page.ts'
import { personPage } from '#snapshot/pages/person-page.ts'
import { zoneOverview } from '#snapshot/pages/zone-page.ts'
import { createPullClient } from '#snapshot/reader.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { Answer, page, startDjangoServer, type DjangoServer } from '../../fixtures/django-server/django-server.ts'
import { smallTown } from '../../fixtures/django-server/town.ts'

// Pages of records that are loaded live from a server that has only the calls of spec §7.

/** Milliseconds, for the client's 20 seconds. */
const TIMEOUT = 400
let server: DjangoServer
let client: Client
let archive: Archive
const folder = mkdtempSync(join(tmpdir(), 'lotline-records-'))
beforeAll(async () => {
  server = await startDjangoServer({ ignoresSearch: true }, smallTown())
  client = createClient({ base: server.base, timeout: TIMEOUT })
  await pullSnapshot({
    api: server.base,
    apiBase: server.base,
    folder: join(folder, 'snapshot'),
    client: createPullClient({ base: server.base, timeout: TIMEOUT }),
  })
  archive = loadArchive(join(folder, 'snapshot'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('a page that is loaded live shows what the built one shows', async () => {
  for (const { id } of archive.lists.items) {
    const live = await loadItem(client, id)
    expect(itemPage(archive, id)).toMatchObject({ title: expect.anything(), record: live.record, date: live.date })
  }
  for (const { id } of archive.lists.people) {
    const { items, odd: _, ...live } = await loadPerson(client, id)
    expect(personPage(archive, id)).toMatchObject({ ...live, items: { count: items.count } })
  }
  for (const { id } of archive.lists.organizations) {
    const { items, ...live } = await loadOrganization(client, id)
    expect(organizationPage(archive, id)).toMatchObject({ ...live, items: { count: items.count } })
  }
  for (const { properties } of archive.lists.locations) {
    const { map: _, items, ...live } = await loadZone(client, properties.pk)
    const { map: __, items: builtItems, ...built } = zoneOverview(archive, properties.pk)!
    expect(live).toEqual(built)
    expect(items.count).toBe(builtItems.count)
    expect(items.items).toHaveLength(Math.min(5, builtItems.count))
  }
})

describe('what such a server may answer in the place of a record', () => {
  const item = 'GET /api/item/1/'
  test('a slow answer and a redirect are waited for and followed', async () => {
    server.next(item, { late: TIMEOUT * 0.6 }, new Answer(302, undefined, { location: '/api/item/1/?moved=1' }))
    for (let times = 0; times < 2; times++)
      expect((await loadItem(client, 1)).record).toEqual(itemPage(archive, 1)!.record)
  })
  test('a page of its proxy, a broken connection and no answer in time are failures, not empty records', async () => {
    server.next(item, page(502), 'drop', { late: TIMEOUT * 2 }, new Answer(200, '<!doctype html><p>Log in</p>'))
    for (const kind of [ApiError, UnreachableError, UnreachableError, Error])
      await expect(loadItem(client, 1)).rejects.toBeInstanceOf(kind)
  })
})
