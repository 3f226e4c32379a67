import { afterEach, expect, test } from 'vitest'
import * as v from 'valibot'
import { SETTING_NAMES, settingsEdit, societySettings } from '#contract/settings.ts'
import { fromMercator } from '#rules/map/geometry.ts'
import { SETTING_LABELS, settingFromText, settingText } from '#rules/settings/setting-texts.ts'
import {
  UNNAMED,
  applySettings,
  defaultSettings,
  settingsWith,
  withSettings,
  withoutUnnamed,
} from '#rules/settings/society-settings.ts'
import { pageLanguage, textLanguage } from '#rules/settings/languages.ts'
import { look } from '#look'
import { society } from '#society'
import { texts } from '#texts'

afterEach(() => applySettings({}))

test('the settings of the code are valid, and each has a label', () => {
  expect(v.safeParse(societySettings, defaultSettings()).issues).toBeUndefined()
  expect(Object.keys(defaultSettings()).sort()).toEqual([...SETTING_NAMES].sort())
  expect(Object.keys(SETTING_LABELS).sort()).toEqual([...SETTING_NAMES].sort())
})

test('while nothing is set, everything is as in the code, to the digit', () => {
  const before = structuredClone({ society, look })
  applySettings({})
  expect({ society, look }).toEqual(before)
  expect(withSettings({ zoom: 16 }).society.map.centre).toEqual(society.map.centre)
})

test('what is set comes before the code, and does not stay when another archive has not set it', () => {
  const { overlays } = society.map
  applySettings({
    name: 'Perth Museum',
    donate: '',
    latitude: 44.9,
    longitude: -76.25,
    licenceName: 'All rights',
    palette: 'plum',
  })
  expect(society).toMatchObject({ name: 'Perth Museum', links: { donate: '' }, licence: { name: 'All rights' } })
  expect(fromMercator(society.map.centre).map((degree) => degree.toFixed(6))).toEqual(['-76.250000', '44.900000'])
  expect(society.map.overlays).toBe(overlays)
  expect(look.palette).toBe('plum')
  applySettings({ aboutText: 'We are volunteers.' })
  expect(texts).toEqual({ about: 'We are volunteers.', contribute: '', welcome: '' })
  applySettings({ town: 'Perth' })
  expect(texts.about).toBe('')
  expect(society).toMatchObject({ name: defaultSettings().name, town: 'Perth' })
  expect(look.palette).toBe('lake')
})

test('a new archive has no name of anybody: neither in society.ts nor in its first form', () => {
  expect(society).toMatchObject(UNNAMED)
  expect(JSON.stringify({ society, look })).not.toContain('Brannock')
  expect(Object.values(society.links)).toEqual(['', '', ''])
  expect(withoutUnnamed(defaultSettings())).toMatchObject({ name: '', siteName: '', town: '', email: '', zoom: 15 })
  expect(withoutUnnamed({ ...defaultSettings(), town: 'Perth' })).toMatchObject({ name: '', town: 'Perth' })
})

test('the watermark is the name of the society, unless another one is set (spec §9); no name, no watermark', () => {
  expect(settingsWith({}).watermarkText).toBe('')
  expect(settingsWith({ name: 'Perth Museum' }).watermarkText).toBe('Perth Museum')
  expect(withSettings({ name: 'Perth Museum' }).society.watermark.text).toBe('Perth Museum')
  expect(settingsWith({})).toMatchObject({ watermarkSize: 12, watermarkOpacity: 60 })
  expect(settingsWith({ name: 'Perth Museum', watermarkText: '' }).watermarkText).toBe('')
})

test.each([
  ['en-CA', 'en-CA', undefined],
  ['EN', 'EN', undefined],
  ['fr-CA', 'en', 'fr-CA'],
  ['enm', 'en', 'enm'],
])('a collection in %s: pages say %s, its titles and texts %s', (language, page, text) => {
  expect([pageLanguage(language), textLanguage(language)]).toEqual([page, text])
})

test.each([
  ['organizationId', '0', 'Enter a whole number between 1 and 9007199254740991.'],
  ['name', ' ', "The name of the society can't be empty."],
  ['town', 'a\nb', 'The town has to be a single line.'],
  ['tagline', 'x'.repeat(201), 'The tagline can have at most 200 characters.'],
  ['email', 'nowhere', 'Enter an e-mail address such as archive@example.org.'],
  ['donate', 'javascript:alert(1)', 'Start the address with http:// or https://.'],
  ['language', 'english please', 'Enter a language code such as en-CA.'],
  ['latitude', '', 'Enter a number between -85 and 85.'],
  ['longitude', '181', 'Enter a number between -180 and 180.'],
  ['zoom', '15.5', 'Enter a whole number between 14 and 19.'],
  ['palette', 'pink', 'Choose one of: lake, forest, wine, plum, slate.'],
  ['watermarkSize', '51', 'Enter a whole number between 5 and 50.'],
  ['watermarkOpacity', '0', 'Enter a whole number between 20 and 100.'],
  ['embeds', "player.vimeo.com, 'unsafe-inline'", 'Enter host names such as player.vimeo.com.'],
] as const)('%s refuses %j', (name, text, message) => {
  const { issues } = v.safeParse(settingsEdit, { [name]: settingFromText(name, text) })
  expect(issues?.map((issue) => [issue.path![0].key, issue.message])).toEqual([[name, message]])
})

const TILES = 'https://tiles.example/{z}/{x}/{y}.png'
const county = { id: 'county', title: 'County', year: 2015, credit: { text: 'County', href: '' } }

test.each([
  ['no list', 'baseMaps', 'Enter a list of base maps.'],
  [{ ...county, title: ' ', tiles: TILES }, 'baseMaps.0.title', 'Enter a title.'],
  [{ ...county, year: 'now', tiles: TILES }, 'baseMaps.0.year', 'Enter a year such as 1856.'],
  [county, 'baseMaps.0.tiles', 'Enter the address of tiles or of a WMS.'],
  [{ ...county, tiles: ' ' }, 'baseMaps.0.tiles', 'Enter an address such as https://tile.example.org/{z}/{x}/{y}.png.'],
  [{ ...county, tiles: TILES, deepest: 23 }, 'baseMaps.0.deepest', 'Enter a whole number between 1 and 22.'],
  [{ ...county, wms: 'https://maps.example/wms' }, 'baseMaps.0.wmsLayers', 'Enter the names of its layers.'],
  [
    { ...county, wms: 'maps.example/wms', wmsLayers: 'a' },
    'baseMaps.0.wms',
    'Enter an address such as https://maps.example.org/wms.',
  ],
  [
    { ...county, tiles: TILES, credit: { text: '', href: 'javascript:alert(1)' } },
    'baseMaps.0.credit.href',
    'Start the address with http:// or https://.',
  ],
] as const)('the base map %j is refused at %s', (baseMap, field, message) => {
  const { issues } = v.safeParse(settingsEdit, { baseMaps: typeof baseMap === 'string' ? baseMap : [baseMap] })
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([[field, message]])
})

test.each([
  ['https://{s}.tiles.example/{z}/{x}/{-y}{r}.png', true],
  ['http://192.168.1.5:8080/{z}/{x}/{y}', true],
  ['https://tiles.example/{z}/{y}.png', false],
  ['https://tiles.example:99999/{z}/{x}/{y}.png', false],
  // Everybody's.
  ['https://{s}.com/{z}/{x}/{y}.png', false],
  // Leaflet throws at what it can't fill in, and the host is part of a header.
  ['https://tiles.example/{z}/{x}/{y}.png?key={key}', false],
  ['https://tiles{s}.example/{z}/{x}/{y}.png', false],
  ['https://tiles.example/{s}/{z}/{x}/{y}.png', false],
  ["https://tiles.example;script-src'*'/{z}/{x}/{y}.png", false],
  ['data:image/png,{z}{x}{y}', false],
])('tiles at %s: %s', (tiles, isTaken) => {
  expect(v.safeParse(settingsEdit, { baseMaps: [{ ...county, tiles }] }).success).toBe(isTaken)
})

test('base maps of other servers replace those of the code', () => {
  expect(defaultSettings().baseMaps).toEqual(society.map.baseMaps)
  const baseMaps = [{ ...county, tiles: TILES }]
  applySettings({ baseMaps })
  expect(society.map.baseMaps).toEqual(baseMaps)
  applySettings({ baseMaps: [] })
  expect(society.map.baseMaps).toEqual([])
})

test('a setting is the same after it was shown in a form', () => {
  const typed = SETTING_NAMES.map((name) => [name, settingFromText(name, settingText(defaultSettings()[name]))])
  expect(Object.fromEntries(typed)).toEqual(defaultSettings())
})
