import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listFiles } from '#release/files/link-unchanged.ts'
import { failedPage } from '#release/pages/run-astro.ts'
import { makeRelease, type Steps } from '#release/make-release.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { failureText } from '../../scripts/build-site/build-messages.ts'
import { page, startDjangoServer, type DjangoServer, type Fate } from '../fixtures/django-server/django-server.ts'
import { smallTown } from '../fixtures/django-server/town.ts'
import { quickSteps } from './fake-steps.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

// A build that fails in the middle: the old site stays as it is, to the byte, and the reason is a sentence.

let siteFolder: string
let server: DjangoServer
beforeEach(async () => {
  siteFolder = await freshFolder()
  server = await startDjangoServer({}, smallTown())
})
afterEach(async () => {
  await server.close()
})

/** Reads the server; the other steps are quick ones. */
const steps = (replaced: Partial<Steps> = {}) =>
  quickSteps('a page', {
    pull: (options) => pullSnapshot({ ...options, patience: { tries: 2, wait: 1 } }),
    compress: () => Promise.resolve(0),
    renderer: () => Promise.reject(new Error('There is none.')),
    ...replaced,
  })
const build = (replaced: Partial<Steps> = {}, incremental = false) => {
  const where = { siteFolder, api: server.base, source: 'test', apiBase: '', site: 'https://town.example' }
  return makeRelease({ ...where, incremental }, steps(replaced))
}
const filesNow = () => {
  const root = dirname(realpathSync(join(siteFolder, 'current')))
  return Object.fromEntries(listFiles(root).map((file) => [file, readFileSync(join(root, file)).toString('base64')]))
}
/** The reason as staff read it. */
const reasonOf = (work: Promise<unknown>): Promise<string> => work.then(() => 'It did not fail.', failureText)

describe('the API dies in the middle of a pull', () => {
  const die = (fate: Fate) => {
    for (let each = 0; each < 200; each++) server.next('any', fate)
  }
  /** Lets so many calls through. */
  const live = (calls: number) => {
    for (let each = 0; each < calls; each++) server.next('any', { late: 0 })
  }
  test.each<[string, Fate, RegExp]>([
    ['is gone', 'drop', /^http:\S+\/api\/\S+ could not be reached$/],
    ['is down behind its proxy', page(502), /^http:\S+\/api\/\S+ answered 502/],
  ])('and %s, after any of its calls', async (_, fate, reason) => {
    await build()
    const [before, calls] = [filesNow(), server.asked.filter((call) => !/image|media/.test(call)).length]
    server.tables.items[0]!['title'] = 'Changed'
    for (let after = 0; after < calls; after += 5) {
      live(after)
      die(fate)
      expect([after, await reasonOf(build({}, after % 2 === 1))]).toEqual([after, expect.stringMatching(reason)])
      server.forgive()
      expect([after, filesNow()]).toEqual([after, before])
      expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
    }
    await build()
    expect(Buffer.from(filesNow()['public/feed.xml']!, 'base64').toString()).toContain('Changed')
  })
})

describe('a template error', () => {
  const broken = 'Cannot read properties of null'
  test('in a build of the whole site', async () => {
    await build()
    const before = filesNow()
    const pages = async (options: Parameters<Steps['pages']>[0]) => {
      await quickSteps('half').pages(options)
      throw new Error(`/org-overview/1/ could not be rendered: ${broken}`)
    }
    expect(await reasonOf(build({ pages }))).toBe(`/org-overview/1/ could not be rendered: ${broken}`)
    expect(filesNow()).toEqual(before)
    expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
    expect(failedPage(`12:00 [ERROR] [build] Caught error rendering /org-overview/1/: TypeError: ${broken}`)).toBe(
      '/org-overview/1/',
    )
  })

  test('in an update, after some of its pages', async () => {
    await build()
    const before = filesNow()
    server.tables.items[0]!['title'] = 'Changed'
    const rendered: string[] = []
    /** Renders three pages, and then none. */
    const renderer: Steps['renderer'] = () =>
      Promise.resolve({
        async *render(_, addresses) {
          for (const address of addresses) {
            if (address.endsWith('.json')) yield [address, '{"scripts":[],"styles":[]}']
            else if (rendered.push(address) > 3) throw new Error(`${address} could not be rendered.`)
            else yield [address, '<!doctype html><title>New</title>']
          }
        },
      })
    expect(await reasonOf(build({ renderer }, true))).toBe(`${rendered.at(-1)} could not be rendered.`)
    expect(rendered).toHaveLength(4)
    expect(filesNow()).toEqual(before)
    expect(readdirSync(join(siteFolder, 'releases'))).toEqual(['1'])
  })
})
