import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { COPY } from '#contract/archive-state.ts'
import { backgroundBuild } from '../../../scripts/build-site/background-build.ts'
import { freshFolder } from '../../server/bundle/fresh-archive.ts'
import { everything } from '../../server/everything.ts'
import { mergingIn, openTwinTown } from '../../server/records/twin-town.ts'
import { useFreshArchive } from '../../server/use-archive.ts'
import { archive, environmentOf, spawnArchive } from '../run-archive.ts'

const town = useFreshArchive(openTwinTown)
const { merge } = mergingIn(() => town)
const SITE_URL = 'https://archive.example.org'

test('a retired archive is a whole copy, and a site that needs nobody, with the addresses of merged records', async () => {
  await merge('people', 5, 1)
  const records = async () => ({ ...(await everything(town.db)), archive_state: [] })
  const before = await records()
  const folder = await freshFolder()
  const env = environmentOf(folder, { DATA_DIR: town.folder })
  const nameless = await archive(env, 'retire', 'last')
  expect(nameless).toMatchObject({ code: 1, err: expect.stringContaining('Set SITE_URL') })
  const elsewhere = await archive({ ...env, API_URL: SITE_URL, SITE_URL }, 'retire', 'last')
  expect(elsewhere).toMatchObject({ code: 1, err: expect.stringContaining('Retire it on the machine that has it') })

  const { code, out, err } = await spawnArchive({ ...env, SITE_URL }, ['retire', 'last'])
  // The town's only original is not in its media store.
  expect([code, out], err).toEqual([1, expect.stringMatching(/aaa\.jpg: The file is missing or damaged/)])
  const [copy, site] = [join(folder, 'last/copy'), join(folder, 'last/site')]
  expect((await archive(env, 'verify', copy)).code).toBe(0)
  const read = (path: string) => readFileSync(join(site, path), 'utf8')
  const page = read('person-overview/1/index.html')
  expect(page).toContain('data-edition="alone"')
  expect(page).toContain(`<link rel="canonical" href="${SITE_URL}/person-overview/1/"`)
  expect(read('person-overview/5/index.html')).toContain('url=/person-overview/1/')
  expect(existsSync(join(site, '_redirects'))).toBe(true)
  for (const path of ['login', 'register', 'review', 'submissions'])
    expect(existsSync(join(site, path)), path).toBe(false)
  expect(await records()).toEqual(before)

  // As the button under State makes it: done, and it says what is missing.
  for (const [name, value] of Object.entries({ DATA_DIR: town.folder, SITE_URL })) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const make = backgroundBuild({ copies: join(folder, 'copies/archive') })
  const { message } = await make(new AbortController().signal, { full: false, rollback: COPY })
  expect(message).toMatch(/^The copy in .* is whole: .*\n(?:.*\n)*.*aaa\.jpg: The file is missing or damaged/)
}, 300_000)
