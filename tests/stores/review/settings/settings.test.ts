import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { createSessionClientOf } from '#client/session-client.ts'
import type { SettingsCallName } from '#contract/endpoints.ts'
import { baseCalls } from '#contract/endpoints/base.ts'
import { settingsCalls } from '#contract/endpoints/settings.ts'
import { staffCalls } from '#contract/endpoints/staff.ts'
import { SETTING_NAMES } from '#contract/settings.ts'
import { errorAt, settingsFormSchema } from '#islands/review/settings/form-schema.ts'
import { settingText } from '#rules/settings/setting-texts.ts'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import { createSettingsStore, type SettingsStore } from '#stores/review/settings/settings.ts'
import { openTestArchive, type TestArchive } from '../../../server/fixtures.ts'

let town: TestArchive
let base: string
let store: SettingsStore
beforeAll(async () => {
  town = await openTestArchive()
  base = await town.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => town.close())

async function storeOf(address = base): Promise<SettingsStore> {
  const { authorization } = await town.signIn('administrator')
  const tokens = { access: () => authorization!.replace('JWT ', ''), refresh: () => null, update: () => undefined }
  const calls = { ...baseCalls, ...settingsCalls, builds: staffCalls.builds }
  const client = createSessionClientOf<SettingsCallName>(calls, { base: address, tokens })
  return createSettingsStore({ client, withSession: (work) => work(), schedule: () => () => {} })
}
beforeEach(async () => {
  store = await storeOf()
  await store.load()
})

test('saved; a refusal is the field’s', async () => {
  expect(await store.save({ town: 'Perth' })).toBeUndefined()
  expect(store.$form.get()!.settings.town).toBe('Perth')
  expect(store.$done.get()).toBe('saved')
  expect(await store.save({ email: 'nowhere' })).toEqual({
    fields: { email: 'Enter an e-mail address such as archive@example.org.' },
  })
  expect(store.$done.get()).toBeNull()
})

test('only what was changed is sent; changes of others stay, and the form begins again with them', async () => {
  const other = await storeOf()
  await other.load()
  const all = store.$form.get()!.settings
  expect(await other.save({ ...all, tagline: 'Theirs' })).toBeUndefined()
  const begun: string[] = []
  store.$begun.listen(() => begun.push(store.$form.get()!.settings.town))
  expect(await store.save({ ...all, town: 'Goderich' })).toBeUndefined()
  expect(begun, 'with what is stored by then').toEqual(['Goderich'])
  expect(store.$form.get()!.settings).toMatchObject({ tagline: 'Theirs', town: 'Goderich' })
  expect(store.$begun.get()).toEqual({ round: 1, mine: {} })
  expect(await store.save(store.$form.get()!.settings)).toBeUndefined()
  expect(store.$done.get()).toBe('same')
})

test('a logo leaves the form based on what it was opened with: nothing of others is undone by it', async () => {
  const other = await storeOf()
  await other.load()
  await other.save({ ...other.$form.get()!.settings, donate: 'https://give.example' })
  expect(await store.removeLogo()).toBeUndefined()
  expect(await store.save({ ...store.$form.get()!.settings, town: 'Kintail' })).toBeUndefined()
  expect(store.$form.get()!.settings).toMatchObject({ donate: 'https://give.example', town: 'Kintail' })
})

test('a logo that is none is refused at the field', async () => {
  const failure = await store.changeLogo(new File(['nothing'], 'logo.png', { type: 'image/png' }))
  expect(Object.keys(failure?.fields ?? {})).toEqual(['image'])
  expect(await store.removeLogo()).toBeUndefined()
})

test('a key for the Local Contexts Hub is saved at once, apart from what else is typed, and removed', async () => {
  const { settings, version } = store.$form.get()!
  expect(await store.fetchContexts('a key')).toBeUndefined()
  expect(store.$form.get()).toMatchObject({ settings, version, has_hub_key: true, contexts: [] })
  expect(store.$done.get()).toBe('contexts')
  const failure = await store.fetchContexts('a\nkey')
  expect(failure?.fields?.key).toBe('The key has to be a single line.')
  expect(await store.fetchContexts('')).toBeUndefined()
  expect(store.$form.get()).toMatchObject({ has_hub_key: false })
})

test('the form as it comes says what is set; each wrong field has its sentence', () => {
  const typed = Object.fromEntries(SETTING_NAMES.map((name) => [name, settingText(defaultSettings()[name])]))
  expect(v.parse(settingsFormSchema, typed)).toEqual(defaultSettings())
  const { issues = [] } = v.safeParse(settingsFormSchema, { ...typed, zoom: 'near', embeds: 'a host.example\n<b>' })
  const errors = Object.fromEntries(issues.map((issue) => [v.getDotPath(issue)!, issue.message]))
  expect(errorAt(errors, 'zoom')).toBe('Enter a whole number between 14 and 19.')
  expect(errorAt(errors, 'embeds')).toBe('Enter host names such as player.vimeo.com.')
  expect(errorAt(errors, 'name')).toBeUndefined()
})
