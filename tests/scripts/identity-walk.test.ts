import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serve } from '#server/main.ts'
import { archiveProgram } from '../../scripts/archive/program.ts'
import { errorMessage } from '../../scripts/archive/error-message.ts'
import { startOwnApi } from '../../scripts/build-site/own-api.ts'
import { demoAccounts } from '../../scripts/start/demo-accounts.ts'
import { SITUATIONS, makeReadOnly } from '../server/identity/situations.ts'
import { checksums, wholeArchive, type WholeArchive } from '../server/identity/whole-archive.ts'
import { sampleOf } from '../setup/length.ts'

/** Every command with arguments that it takes; `FILE`, `NEW` and `BUNDLE` are paths. A command that is not here fails the test. */
const COMMANDS: Record<string, string[]> = {
  init: ['--name', 'Another Society'],
  import: ['BUNDLE'],
  export: ['NEW'],
  backup: ['NEW'],
  copy: ['NEW'],
  restore: ['FILE'],
  move: ['--database', 'sqlite:NEW'],
  doctor: [],
  'overlay add': ['FILE', '--layer', '6'],
  'overlay list': [],
  'overlay remove': ['6'],
  'account create': ['ann@example.org', '--name', 'Ann'],
  'account list': [],
  'account disable': ['ann@example.org'],
  'account enable': ['ann@example.org'],
  'account reset': ['ann@example.org'],
  'account role': ['ann@example.org', 'staff'],
  'read-text': ['--missing'],
  'trash list': [],
  'trash restore': [],
  'trash add': ['0123456789abcdef'],
  'trash empty': ['--yes'],
}
/** Makes a database where there is none. */
const MAKES = 'init'
/** Take no archive at all, or run the build and another command, which are walked. */
const WITHOUT_ARCHIVE = ['template', 'verify', 'retire']

function* leaves(command: Command, path: string[] = []): Generator<string> {
  if (path.length > 0 && command.commands.length === 0) yield path.join(' ')
  for (const each of command.commands) yield* leaves(each, [...path, each.name()])
}

let said: string[]
beforeEach(() => {
  said = []
  for (const method of ['log', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

/** Runs a command as `npm run archive -- …` does. Answers its exit code and what it said. */
async function run({ folder, config }: WholeArchive, words: string[]): Promise<{ code: number; said: string }> {
  said.length = 0
  process.exitCode = undefined
  const place: Record<string, string> = {
    FILE: join(folder, 'no-backup.tar'),
    NEW: join(folder, 'new'),
    BUNDLE: join(folder, 'bundle'),
  }
  mkdirSync(place['BUNDLE']!, { recursive: true })
  writeFileSync(place['FILE']!, 'this is no backup')
  vi.stubEnv('DATA_DIR', config.dataDir)
  try {
    await archiveProgram().parseAsync(
      words.map((word) => word.replace(/FILE|NEW|BUNDLE/, (name) => place[name]!)),
      { from: 'user' },
    )
    return { code: Number(process.exitCode ?? 0), said: said.join('\n') }
  } catch (error) {
    return { code: Number(process.exitCode ?? 1), said: errorMessage(error) ?? `UNKNOWN ${String(error)}` }
  }
}

const STARTS: Record<string, (archive: WholeArchive) => Promise<unknown>> = {
  serve: ({ config }) => serve(config).then((app) => app.close()),
  'the build': ({ config }) => startOwnApi(config).then((api) => api.close()),
  'the demo accounts': ({ config }) => demoAccounts(config, {}),
}

test('every command is walked', () => {
  const walked = [...Object.keys(COMMANDS), ...WITHOUT_ARCHIVE]
  expect([...leaves(archiveProgram())].filter((name) => name !== 'help').sort()).toEqual(walked.sort())
})

/** In a usual run each situation meets every twelfth command, and each command every twelfth situation. */
const SAMPLE = 12

describe.each(Object.keys(SITUATIONS).map((name, at) => ({ name, at })))('$name', ({ name, at: situation }) => {
  const { make, says } = SITUATIONS[name]!
  test('stops every start and every command, and not one original is touched', async () => {
    const archive = await wholeArchive()
    await make(archive)
    const everything = () => {
      const kept = Object.entries(checksums(archive.folder))
      return Object.fromEntries(kept.filter(([path]) => !/-(open|server|shm)$|^no-backup/.test(path)))
    }
    const before = everything()
    for (const [start, attempt] of Object.entries(STARTS)) {
      const stopped = await attempt(archive).catch((error: Error) => error.message)
      expect(stopped, start).toMatch(says)
      expect(stopped).toContain('Nothing was changed, and every original is still in place.')
      expect(everything(), start).toEqual(before)
    }
    const missing = /no database|without a byte/.test(name)
    for (const [command, words] of sampleOf(Object.entries(COMMANDS), SAMPLE, situation)) {
      if (command === MAKES && missing) continue
      const ended = await run(archive, [...command.split(' '), ...words])
      expect(ended.code, `${command}: ${ended.said}`).toBe(1)
      expect(ended.said, command).toMatch(command === 'restore' ? /This is not a backup of Lotline\.|damaged/ : says)
      expect(everything(), command).toEqual(before)
    }
    const listed = await run(archive, ['doctor', '--repair'])
    expect(listed).toMatchObject({ code: 1, said: expect.stringContaining('Originals only in the media folder') })
    expect(everything()).toEqual(before)
  }, 60_000)
})

test('read-only database and media: no start, no change, and the doctor looks all the same', async (context) => {
  const archive = await wholeArchive()
  const before = checksums(archive.config.dataDir)
  if (!makeReadOnly(archive.config.dataDir)) return context.skip()
  for (const [start, attempt] of Object.entries(STARTS)) {
    await expect(attempt(archive), start).rejects.toThrow(/can.t be written to/)
  }
  for (const [command, words] of Object.entries(COMMANDS)) {
    const ended = await run(archive, [...command.split(' '), ...words])
    expect(ended.code, `${command}: ${ended.said}`).toBe(1)
    expect(ended.said, command).not.toMatch(/UNKNOWN/)
    if (command === 'doctor') expect(ended.said).toMatch(/^Checked/m)
  }
  expect(checksums(archive.config.dataDir)).toEqual(before)
}, 60_000)

test.each(['an older database', 'another archive’s database', 'media of an older time', 'an empty database'])(
  '%s: doctor --repair --adopt makes them one archive, on a person’s word, and deletes nothing',
  async (name) => {
    const archive = await wholeArchive()
    await SITUATIONS[name]!.make(archive)
    const before = archive.originals()
    expect((await run(archive, ['doctor', '--adopt'])).said).toContain('Use --adopt together with --repair')
    const adopted = await run(archive, ['doctor', '--repair', '--adopt'])
    expect(adopted).toMatchObject({ code: 0, said: expect.stringContaining('belong together from now on') })
    expect(archive.originals()).toEqual(before)
    await startOwnApi(archive.config).then((api) => api.close())
    expect((await run(archive, ['doctor', '--repair', '--adopt'])).said).toContain('already belong together')
  },
)

test('the programs themselves end with code 1 and a sentence, and no stack', async () => {
  const archive = await wholeArchive()
  await SITUATIONS['no database']!.make(archive)
  const before = checksums(archive.config.dataDir)
  const root = join(import.meta.dirname, '../..')
  for (const script of sampleOf(['serve.ts', 'start/main.ts', 'build-site.ts', 'archive.ts'], 3)) {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: archive.config.dataDir, PORT: '0' }
    const words = [join('scripts', script), ...(script === 'archive.ts' ? ['doctor'] : [])]
    const ended = await new Promise<{ code: unknown; text: string }>((resolve) => {
      execFile(process.execPath, words, { cwd: root, env }, (error, out, err) => {
        resolve({ code: error?.code, text: out + err })
      })
    })
    expect(ended.code, ended.text).toBe(1)
    expect(ended.text).toContain('There is no database at')
    expect(ended.text).not.toMatch(/\.ts:\d/)
  }
  expect(checksums(archive.config.dataDir)).toEqual(before)
}, 120_000)
