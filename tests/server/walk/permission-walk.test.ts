import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES } from '#contract/account.ts'
import type { Role } from '#contract/account.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint, EndpointName } from '#contract/endpoints.ts'
import { PERMISSIONS } from '#rules/access/permissions.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addRecords, fillSmallTown, openTestArchive } from '../fixtures.ts'
import type { TestArchive } from '../fixtures.ts'
import { SMALL_TOWN } from '../small-town.ts'
import { withVersion } from './current-version.ts'
import { DRAFTS_OF_ALL, MARK, draftOf } from './draft-town.ts'
import { SAMPLE_CALLS } from './sample-calls.ts'

/** Calls that answer 400 or 401 to made-up tokens and passwords: what counts is that they are not refused for the role. */
const NEEDS_SECRETS: EndpointName[] = [
  'login',
  'verifyToken',
  'refreshToken',
  'logOut',
  'confirmReset',
  'activate',
  'changePassword',
]
/** Calls whose response shows which drafts are accessible; the others are judged by status. */
const SHOWS: EndpointName[] = [
  ...([
    'ownership',
    'people',
    'person',
    'relationships',
    'organizations',
    'organization',
    'organizationLocations',
  ] as const),
  ...([
    'employment',
    'residents',
    'subjects',
    'collections',
    'collection',
    'items',
    'itemFacets',
    'item',
    'record',
  ] as const),
  ...(['stories', 'story'] as const),
]
/** Calls on one record, by the id in their path or body. */
const OF_ONE: EndpointName[] = [
  ...(['person', 'personImage', 'organization', 'collection', 'item', 'scanImage', 'record', 'editRecord'] as const),
  ...(['scanInformation', 'scanTile', 'story'] as const),
  ...([
    'removeRecord',
    'createGrave',
    'createPersonImage',
    'createRelationship',
    'createScan',
    'sendRecording',
  ] as const),
]

let town: TestArchive
async function fillWithDrafts(db: ArchiveDatabase): Promise<void> {
  await fillSmallTown(db)
  await addRecords(db, DRAFTS_OF_ALL)
}
const openTown = async () => {
  town = await openTestArchive(SMALL_TOWN, { fill: fillWithDrafts })
}
const closeTown = () => town.close()

async function ask(name: EndpointName, role: Role, target: number) {
  const { url, method, payload, headers = {} } = SAMPLE_CALLS[name]({ id: target })
  return town.send(url, {
    method: method ?? 'GET',
    headers: await withVersion(town, url, headers),
    ...(payload !== undefined && { body: payload }),
    ...(role !== 'anonymous' && { as: role }),
  })
}
const own = (role: Role) => draftOf(role === 'anonymous' ? 'other' : role)
const served = Object.entries(endpoints) as [EndpointName, Endpoint][]

test('permissions and endpoint table agree on the least role', () => {
  for (const [name, { who }] of served) {
    expect([name, ROLES.find((role) => PERMISSIONS[name][role] !== 'none')]).toEqual([name, who])
  }
})

test('each role has at least the rights of the one before', () => {
  const order = ['none', 'published', 'own', 'all']
  for (const row of Object.values(PERMISSIONS)) {
    const steps = ROLES.map((role) => order.indexOf(row[role]))
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  }
})

/** Calls that only work once per record. */
const ONCE: EndpointName[] = ['createRelationship', 'removeRecord']
const reads = served.filter(([, { method }]) => method === 'GET')
const writes = served.filter(([name, { method }]) => method !== 'GET' && !ONCE.includes(name))
const once = served.filter(([name]) => ONCE.includes(name))

// Reads share an archive. A write gets its own: some end sessions or change the queue.
/** Calls that need a returned draft, an earlier state of the site, or something that failed, and their answer without it. */
const NEEDS_A_STATE: EndpointName[] = [
  ...(['import', 'changeImport', 'removeImport', 'sendImportPart', 'removeImportFile', 'importFile'] as const),
  ...(['checkImport', 'runImport', 'cancelImport'] as const),
  ...(['resubmit', 'rollBack', 'makeCopy', 'copyPart', 'exportFile', 'retryMail', 'retryHook', 'mediaTile'] as const),
  ...([
    'checkMap',
    'addMap',
    'openUpload',
    'copyMapScan',
    'cancelMapWork',
    'dropMapWork',
    'editMap',
    'removeMap',
    'restoreMap',
  ] as const),
]

describe('reads', () => {
  beforeAll(openTown)
  afterAll(closeTown)
  describe.each(reads)('%s', walk)
})
describe.each(writes)('%s', (name, endpoint) => {
  beforeAll(openTown)
  afterAll(closeTown)
  walk(name, endpoint)
})
describe.each(once)('%s', (name, endpoint) => {
  beforeEach(openTown)
  afterEach(closeTown)
  walk(name, endpoint)
})

function walk(name: EndpointName, { status }: Endpoint): void {
  test.each(ROLES)('as %s', async (role) => {
    const reach = PERMISSIONS[name][role]
    if (reach === 'none') {
      for (const target of [1, own(role), draftOf('other')]) {
        const answer = await ask(name, role, target)
        expect(answer.status).toBe(role === 'anonymous' ? 401 : 403)
        expect(Object.keys(answer.json)).toEqual(['detail'])
      }
      return
    }
    const target = reach === 'published' ? 1 : own(role)
    const mine = await ask(name, role, target)
    if (NEEDS_SECRETS.includes(name)) expect([200, 204, 400, 401]).toContain(mine.status)
    // What counts is that it is not refused for the role.
    else if (NEEDS_A_STATE.includes(name)) expect([status, 404, 409]).toContain(mine.status)
    else expect([mine.status, mine.json]).toEqual([status, mine.json])
    expect(mine.status).not.toBe(403)
    const text = mine.body.toString('latin1')
    if (SHOWS.includes(name) && reach !== 'published') {
      if (role !== 'anonymous') expect(text).toContain(MARK.own(role))
    }
    if (reach !== 'all') expect(text).not.toContain(MARK.other)
    if (!OF_ONE.includes(name)) return
    const theirs = await ask(name, role, draftOf('other'))
    expect(theirs.body.toString('latin1')).not.toMatch(reach === 'all' ? /\0never\0/ : MARK.other)
    if (reach === 'all') expect(theirs.status).toBe(status)
    else expect([400, 404]).toContain(theirs.status)
  })
}
