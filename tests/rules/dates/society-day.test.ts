import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { society } from '#society'
import { settingsEdit } from '#contract/settings.ts'
import { societyDay } from '#rules/dates/society-day.ts'
import { defaultSettings, withSettings } from '#rules/settings/society-settings.ts'
import * as v from 'valibot'

const [item] = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/evening/items.json'), 'utf8')) as [
  { updated_at: string },
]
const before = society.timeZone
const use = (timeZone: string) => Object.assign(society, { timeZone })
afterEach(() => use(before))

test('an evening in Toronto is the day of Toronto', () => {
  use('America/Toronto')
  expect(societyDay(item.updated_at)).toBe('2026-11-19')
  use('UTC')
  expect(societyDay(item.updated_at)).toBe('2026-11-20')
  use('Pacific/Auckland')
  expect(societyDay('2026-11-19T12:30:00.000Z')).toBe('2026-11-20')
})

test('nothing is said of a moment that is missing or none', () => {
  for (const none of [null, undefined, '', 'yesterday']) expect(societyDay(none)).toBeUndefined()
})

test('the zone is a setting, by default the one of the machine', () => {
  expect(defaultSettings().timeZone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(withSettings({}).society.timeZone).not.toBe('')
  expect(withSettings({ timeZone: 'America/Toronto' }).society.timeZone).toBe('America/Toronto')
  expect(v.safeParse(settingsEdit, { timeZone: 'America/Toronto' }).success).toBe(true)
  for (const wrong of ['', 'Toronto', 'Mars/Olympus'])
    expect(v.safeParse(settingsEdit, { timeZone: wrong }).success, wrong).toBe(false)
})
