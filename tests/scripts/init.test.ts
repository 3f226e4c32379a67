import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { society } from '#society'
import { defaultSettings } from '#rules/settings/society-settings.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/identity/open-archive.ts'
import { compose } from '#server/mail/letters.ts'
import { deliverDueMail } from '#server/mail/deliver-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Outgoing } from '#server/mail/transport.ts'
import { readSettings } from '#server/repositories/settings.ts'
import { askSettings } from '../../scripts/archive/ask-settings.ts'
import { placeOf, readChoices } from '../../scripts/archive/init-choices.ts'
import { archiveProgram } from '../../scripts/archive/program.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { SITUATIONS } from '../server/identity/situations.ts'
import { startOnce, wholeArchive } from '../server/identity/whole-archive.ts'

const said: string[] = []
beforeEach(() => {
  said.length = 0
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => void said.push(String(line)))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const init = (dataDir: string, ...words: string[]) => {
  vi.stubEnv('DATA_DIR', dataDir)
  return archiveProgram().parseAsync(['init', ...words], { from: 'user' })
}
const settingsIn = async (dataDir: string) => {
  const db = await openArchive(readConfig({ DATA_DIR: dataDir }))
  const settings = await readSettings(db)
  await db.destroy()
  return settings
}

test('makes an archive in an empty folder with the settings that were given; the others are those of society.ts', async () => {
  const dataDir = join(await freshFolder(), 'data')
  await init(dataDir, '--name', 'Perth Museum', '--email', 'museum@perth.example')
  expect(said[0]).toBe(`Created an archive in ${join(dataDir, 'archive.db')}.`)
  const changed = { name: 'Perth Museum', watermarkText: 'Perth Museum', email: 'museum@perth.example' }
  expect(await settingsIn(dataDir)).toEqual({ ...defaultSettings(), ...changed })
})

test('on an archive that is there it changes settings only', async () => {
  const { config, originals } = await wholeArchive()
  const before = originals()
  await init(config.dataDir, '--town', 'Perth, Ontario')
  await init(config.dataDir, '--site-name', 'Perth Archive')
  expect(said.join('\n')).not.toContain('Created an archive')
  expect(await settingsIn(config.dataDir)).toMatchObject({ town: 'Perth, Ontario', siteName: 'Perth Archive' })
  expect(originals()).toEqual(before)
})

test('makes a database beside media that lost theirs, because a person says so by name', async () => {
  const archive = await wholeArchive()
  const before = archive.originals()
  await SITUATIONS['no database']!.make(archive)
  await init(archive.config.dataDir, '--name', 'Perth Museum')
  expect(said.join('\n')).toContain('knows none of the 3 originals')
  await openArchive(archive.config).then((db) => db.destroy())
  expect(archive.originals()).toEqual(before)
  await startOnce(archive.config)
})

test('wrong settings, and nobody to ask: nothing is made', async () => {
  const dataDir = join(await freshFolder(), 'data')
  await expect(init(dataDir, '--email', 'nowhere')).rejects.toThrow('Enter an e-mail address such as')
  await expect(init(dataDir, '--name', ' ')).rejects.toThrow("The name of the society can't be empty.")
  await expect(init(dataDir, '--town', 'a\nb')).rejects.toThrow('The town has to be a single line.')
  await expect(init(dataDir)).rejects.toThrow("This isn't a terminal. Give --name")
  expect(existsSync(dataDir)).toBe(false)
})

test('on a terminal it asks until an answer will do; an empty one leaves what is there', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const asked: string[] = []
  const answering = (...answers: string[]) => ({
    question: async (text: string) => (asked.push(text), answers.shift()!),
    close: () => {},
  })
  const fresh = await askSettings(
    { town: 'Perth' },
    { current: defaultSettings(), fresh: true },
    answering(
      '',
      ' Perth Museum ',
      'Archive',
      'no',
      'a@b.example',
      '',
      '44,9',
      'west',
      '-76.25',
      '',
      'pink',
      'plum',
      '',
      '',
    ),
  )
  const perth = { latitude: 44.9, longitude: -76.25, palette: 'plum' }
  const named = { name: 'Perth Museum', siteName: 'Archive', email: 'a@b.example', watermarkText: 'Perth Museum' }
  expect(fresh).toEqual({ settings: { ...named, ...perth } })
  expect(complaints.mock.calls.flat()).toEqual([
    "The name of the society can't be empty.",
    'Enter an e-mail address such as archive@example.org.',
    'Enter a number between -180 and 180.',
    'Choose one of: lake, forest, wine, plum, slate.',
  ])
  const known = { ...defaultSettings(), town: 'C' }
  const answers = ['', '', 'Perth', '', '', '', '', '', '', '', '']
  const asking = askSettings({}, { current: known, fresh: false }, answering(...answers))
  expect(await asking).toEqual({ settings: { town: 'Perth' } })
  expect(asked.at(-9)).toBe('Town [C]: ')
})

test('place and organization are named as in the archive; a logo is a file', async () => {
  const { folder, config, originals } = await wholeArchive()
  const choices = await openArchive(config).then(async (db) => {
    const read = await readChoices(db)
    await db.destroy()
    return read
  })
  const [organization] = choices.organizations
  const zone = choices.zones.find(({ geometry }) => geometry !== null)!
  const file = join(folder, 'logo.png')
  writeFileSync(
    file,
    await sharp({ create: { width: 90, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  )
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const before = Object.keys(originals()).length

  const answers = [
    '',
    '',
    '',
    '',
    'Nobody & Sons',
    organization!.name,
    '',
    'Atlantis',
    `#${zone.pk}`,
    '',
    '',
    '',
    'no.png',
    file,
  ]
  const terminal = { question: async () => answers.shift()!, close: () => {} }
  const asked = await askSettings({}, { current: defaultSettings(), fresh: false, choices }, terminal)
  expect(answers).toEqual([])
  expect(asked.settings.organizationId ?? defaultSettings().organizationId).toBe(organization!.id)
  expect(asked.settings).toMatchObject(placeOf(choices, `#${zone.pk}`))
  expect(asked.logo?.picture).toMatchObject({ width: 90, height: 30 })
  expect(complaints.mock.calls.flat()).toEqual([
    'No organization is called Nobody & Sons.',
    'No place of the archive is called Atlantis.',
    'There is no file no.png.',
  ])

  await init(config.dataDir, '--place', `#${zone.pk}`, '--logo', file)
  expect(await settingsIn(config.dataDir)).toMatchObject(placeOf(choices, `#${zone.pk}`))
  expect(Object.keys(originals())).toHaveLength(before + 1)
  await startOnce(config)
  await expect(init(config.dataDir, '--place', 'Atlantis')).rejects.toThrow('--place: No place of the archive')
  await expect(init(config.dataDir, '--logo', 'no.png')).rejects.toThrow('--logo: There is no file no.png.')
  await expect(init(config.dataDir, '--organization-id', '987654')).rejects.toThrow('--organization-id: ')
})

test('letters are written and sent in the name that the archive has', async () => {
  const dataDir = join(await freshFolder(), 'data')
  await init(dataDir, '--name', 'Perth Museum', '--email', 'museum@perth.example', '--town', 'Perth')
  const db = await openArchive(readConfig({ DATA_DIR: dataDir }))
  const letter = {
    kind: 'published',
    to: 'ann@example.org',
    name: 'Ann',
    title: 'A mill',
    path: '/itemview/1/',
  } as const
  await db.transaction().execute((trx) => queueMail(trx, letter))
  const sent: Outgoing[] = []
  const transport = { send: async (each: Outgoing) => void sent.push(each), close: () => {} }
  await deliverDueMail({ db, transport, site: 'https://perth.example' })
  await db.destroy()
  const [{ message }] = sent as [Outgoing]
  expect(message.from).toEqual({ name: 'Perth Museum', address: 'museum@perth.example' })
  expect(message.text).toContain('the history of Perth!')
  expect(message.text).toContain('Perth Museum\nmuseum@perth.example')
  expect(message.messageId).toMatch(/@perth\.example>$/)
  expect(compose(letter).text).toContain(society.name)
})
