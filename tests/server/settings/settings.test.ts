import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapLayers } from '#contract/map-layers.ts'
import type { SettingsForm } from '#contract/settings.ts'
import { API } from '#contract/messages.ts'
import { REMOVAL } from '#contract/review-messages.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import { STAFF_ADDRESS } from '#rules/addresses/staff-addresses.ts'
import { inTransaction } from '#server/database/write.ts'
import { listNewOverlay } from '#server/repositories/map-layers.ts'
import { openTestArchive, type TestAccount, type TestArchive } from '../fixtures.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
let fresh: TestArchive
beforeAll(async () => {
  fresh = await openTestArchive({})
})
afterAll(async () => {
  await fresh.close()
})

const patch = (body: unknown, as?: TestAccount, of = town, version?: string) => {
  const headers = { ...(version !== undefined && { 'if-match': `"${version}"` }) }
  return of.send('/api/settings/', { method: 'PATCH', body, headers, ...(as && { as }) })
}
const change = async (body: unknown, as?: TestAccount, of = town) => patch(body, as, of, (await form(of)).version)
const form = async (of = town) => (await of.send('/api/settings/form/', { as: 'administrator' })).json as SettingsForm
const counter = async () => ((await town.get('/api/changes/')).json as { counter: number }).counter

test('while nothing is set, the build reads nothing, and the form has what the code has', async () => {
  expect((await town.get('/api/settings/')).json).toEqual({})
  const version = expect.stringMatching(/^[\w-]{22}$/) as string
  const none = { logo: null, contexts: [], has_hub_key: false }
  expect(await form()).toEqual({ ...none, settings: defaultSettings(), version, first_run: false, changed: null })
})

test('every wrong setting is named, and nothing is written', async () => {
  const answer = await change(
    { name: '', email: 'nowhere', zoom: 3, embeds: ['no host'], town: 'Perth' },
    'administrator',
  )
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({
    name: ["The name of the society can't be empty."],
    email: ['Enter an e-mail address such as archive@example.org.'],
    zoom: ['Enter a whole number between 14 and 19.'],
    embeds: ['Enter host names such as player.vimeo.com.'],
  })
  expect((await town.get('/api/settings/')).json).toEqual({})
})

test('a change is there for the build, with who made it; a build is asked for, and it reads everything again', async () => {
  const before = await counter()
  const set = { town: 'Perth, Ontario', latitude: 44.9, embeds: ['player.vimeo.com'], palette: 'plum' }
  const answer = await change(set, 'administrator')
  expect(answer.json).toMatchObject({ settings: { ...defaultSettings(), ...set }, changed: { by: { id: 5 } } })
  expect((await town.get('/api/settings/')).json).toEqual(set)
  const changes = (await town.get(`/api/changes/?since=${before}`)).json as { counter: number; items: unknown }
  expect(changes.counter).toBeGreaterThan(before)
  expect(changes.items).toBeNull()
  const [build] = (await town.send('/api/builds/', { as: 'staff' })).json as { reason: string; state: string }[]
  expect(build).toMatchObject({ reason: 'Changed the settings', state: 'waiting' })
  const [step] = (await town.send('/api/audit/?kind=settings', { as: 'staff' })).json as { fields: unknown[] }[]
  const { town: was, latitude } = defaultSettings()
  expect(step).toMatchObject({ action: 'edited', kind: 'settings', key: 1, actor: { id: 5 } })
  expect(step!.fields).toContainEqual({ field: 'town', before: was, after: 'Perth, Ontario' })
  expect(step!.fields).toContainEqual({ field: 'latitude', before: latitude, after: 44.9 })
})

async function anotherOrganization(): Promise<number> {
  const own = defaultSettings().organizationId
  const row = await town.db.selectFrom('organization').select('id').where('id', '!=', own).executeTakeFirstOrThrow()
  return row.id
}

test('members of the organization that is chosen as the society have its rights, at once', async () => {
  const of = async (as: TestAccount) => ((await town.send('/auth/users/me/', { as })).json as { may: string[] }).may
  const rights = async () => [
    (await of('volunteer')).includes('add_collections'),
    (await of('society')).includes('add_collections'),
  ]
  const organization = await anotherOrganization()
  await town.db.updateTable('account').set({ organization_id: organization }).where('id', '=', 1).execute()
  expect(await rights()).toEqual([false, true])
  const missing = await change({ organizationId: 987654 }, 'administrator')
  expect(missing).toMatchObject({ status: 400, json: { organizationId: [API.noSuchRecord(987654)] } })
  expect((await change({ organizationId: organization }, 'administrator')).status).toBe(200)
  expect(await rights()).toEqual([true, false])
  const url = `/api/records/organizations/${organization}/`
  const { headers } = await town.send(url, { as: 'staff' })
  const ifMatch = { 'if-match': String(headers.etag) }
  const removed = await town.send(`${url}?uses=0`, { method: 'DELETE', as: 'staff', headers: ifMatch })
  expect(removed).toMatchObject({ status: 409, json: { detail: REMOVAL.isSociety } })
  await town.db.deleteFrom('setting').where('name', '=', 'organizationId').execute()
})

test('the description of the API has the archive’s name', async () => {
  await change({ siteName: 'Perth Archive' }, 'administrator')
  expect((await town.get('/api/openapi.json')).json).toMatchObject({ info: { title: 'Perth Archive' } })
  await town.db.deleteFrom('setting').where('name', '=', 'siteName').execute()
})

test('base maps of other servers are those of the settings; none has the id of a map of the archive', async () => {
  const mapLayers = async () => (await town.get('/api/map-layers/')).json as MapLayers
  const [osm] = defaultSettings().baseMaps
  const county = { ...osm!, id: 'county', title: 'County', year: 2015 }
  await inTransaction(town.db, (trx) => listNewOverlay(trx, 6, 'plan.png', { title: 'Town plan', year: 1856 }))
  expect((await change({ baseMaps: [osm, county] }, 'administrator')).status).toBe(200)
  // Imagery of 2015 is the default (spec §4).
  expect((await mapLayers()).baseMaps).toEqual([county, osm])
  const clash = await change(
    { baseMaps: [osm, { ...county, id: 'town-plan-1856', title: 'Town plan 1856' }] },
    'administrator',
  )
  expect(clash).toMatchObject({ status: 400, json: { baseMaps: [API.mapNameTaken('Town plan 1856')] } })
  expect((await change({ baseMaps: [{ ...county, tiles: 'nowhere' }] }, 'administrator')).status).toBe(400)
  expect((await change({ baseMaps: [] }, 'administrator')).status).toBe(200)
  expect((await mapLayers()).baseMaps).toEqual([])
})

test('an edit names the version that was read: a second administrator overwrites nothing unseen', async () => {
  const [first, second] = [await form(), await form()]
  const saved = await patch({ tagline: 'By the first' }, 'administrator', town, first.version)
  expect(saved.status).toBe(200)
  const now = (saved.json as SettingsForm).version
  expect([now === first.version, saved.headers.etag]).toEqual([false, `"${now}"`])
  const late = await patch({ tagline: 'By the second' }, 'administrator', town, second.version)
  expect(late).toMatchObject({ status: 412, json: { detail: API.settingsChanged }, headers: { etag: `"${now}"` } })
  expect((await form()).settings.tagline).toBe('By the first')
  expect((await patch({ tagline: 'Blind' }, 'administrator')).status).toBe(428)
  const read = await town.send('/api/settings/form/', { as: 'administrator' })
  expect(read.headers.etag).toBe(`"${now}"`)
})

test('the same settings again are no change', async () => {
  const steps = async () => ((await town.send('/api/audit/?kind=settings', { as: 'staff' })).json as never[]).length
  const before = await steps()
  expect((await change({ town: 'Perth, Ontario' }, 'administrator')).status).toBe(200)
  expect(await steps()).toBe(before)
})

test('a row that does not fit any more counts as not set', async () => {
  await town.db.updateTable('setting').set({ value: 'pink' }).where('name', '=', 'palette').execute()
  await town.db.updateTable('setting').set({ value: 'not JSON' }).where('name', '=', 'latitude').execute()
  const { settings } = await form()
  expect(settings).toMatchObject({ palette: 'lake', latitude: defaultSettings().latitude, town: 'Perth, Ontario' })
})

const next = async (as: TestAccount) => ((await fresh.send('/auth/users/me/', { as })).json as { next?: string }).next

test('a new archive waits for its settings until they are made or put off', async () => {
  expect([await next('administrator'), await next('staff')]).toEqual([STAFF_ADDRESS.settings, undefined])
  expect((await form(fresh)).first_run).toBe(true)
  const later = await fresh.send('/api/settings/later/', { method: 'POST', as: 'administrator' })
  expect(later.status).toBe(204)
  expect(await next('administrator')).toBeUndefined()
  expect((await form(fresh)).first_run).toBe(false)
  await fresh.db.deleteFrom('setting').execute()
  expect((await form(fresh)).first_run).toBe(true)
  await change({ name: 'Perth Museum' }, 'administrator', fresh)
  expect((await form(fresh)).first_run).toBe(false)
})
