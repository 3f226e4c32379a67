import { beforeAll, describe, expect, inject, test } from 'vitest'
import { EMPTY } from '#contract/messages.ts'
import { useSite } from './browser/site.ts'

/** Ids of tests/fixtures/published-late, and one that does not exist. */
const LATE = 900101
const DRAFT = 900102
const UNKNOWN = 899_999_999

const site = useSite()

describe('a record that was published after the build', () => {
  test.each([
    ['item', 'itemview', 'The Late Post, first issue'],
    ['person', 'person-overview', 'Latisha Lateborn'],
    ['organization', 'org-overview', 'The Late Post'],
    ['zone', 'zone-overview', '101 Late Street'],
  ])('is shown by the live shell: %s', async (_, route, name) => {
    const page = await site.open(`/${route}/${LATE}/`)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/${route}/${LATE}/`)
    expect(await page.title()).toContain(name)
  })

  test('that does not exist leads to the map, which says so once', async () => {
    const page = await site.open(`/zone-overview/${UNKNOWN}/`, { expected: /404 for \/api\// })
    await page.waitForURL(`${site.baseUrl}/`)
    const note = page.getByRole('status').getByText("We couldn't find this place.")
    await note.waitFor()
    await page.getByRole('button', { name: 'Dismiss this note' }).click()
    await note.waitFor({ state: 'detached' })
  })

  test('that cannot be loaded leads to the map, and a reload no longer says so', async () => {
    const page = await site.open(`/itemview/${LATE}/`, {
      routes: (context) => context.route(`**/api/item/${LATE}/`, (route) => route.abort()),
      expected: /\/api\/item\/.* net::ERR_FAILED/,
    })
    const note = page.getByRole('status').getByText("We couldn't load this item: the archive isn't answering.")
    await note.waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.reload()
    await page.getByRole('tree', { name: 'Zones by street' }).waitFor()
    expect(await note.count()).toBe(0)
  })

  test('that is an unknown person stays on its page, with the empty states of spec §8', async () => {
    const path = `/person-overview/${UNKNOWN}/`
    const page = await site.open(path, { expected: /404 for \/api\// })
    await page.getByRole('alert').getByText("We couldn't find this person.").waitFor()
    for (const text of [
      EMPTY.biography,
      EMPTY.parents,
      EMPTY.siblings,
      EMPTY.spouse,
      EMPTY.children,
      EMPTY.personItems,
    ])
      expect(await page.getByText(text, { exact: true }).isVisible(), text).toBe(true)
    await page.getByRole('tab', { name: /^Employment/ }).click()
    await page.getByRole('tabpanel').getByText(EMPTY.employment).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test('that is an unknown organization stays on its page, and nothing of it is shown (spec §8)', async () => {
    const path = `/org-overview/${UNKNOWN}/`
    const page = await site.open(path, { expected: /404 for \/api\// })
    await page.getByRole('alert').getByText("We couldn't find this organization.").waitFor()
    expect(await page.getByRole('main').getByRole('article').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test('that is a draft stays hidden', async () => {
    const page = await site.open(`/itemview/${DRAFT}/`, { expected: /404 for \/api\// })
    await page.getByRole('status').getByText("We couldn't find this item.").waitFor()
    expect(await page.content()).not.toContain('unpublished proof')
  })
})

describe('an address', () => {
  test('that does not exist is answered with 404 and ways in', async () => {
    for (const path of ['/itemview/twelve/', '/itemview/-1/'])
      expect((await fetch(site.baseUrl + path)).status, path).toBe(404)
    const page = await site.open('/nothing/here/', { expected: /404 for/ })
    expect(await page.getByRole('navigation', { name: 'Ways into the archive' }).isVisible()).toBe(true)
  })

  test('of the map has two forms, one of them canonical; without its last slash one redirects', async () => {
    const html = await (await fetch(`${site.baseUrl}/map/`)).text()
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/\/[^/"]+\/">/)
    expect((await fetch(`${site.baseUrl}/map`)).status).toBe(200)
    expect(new URL((await fetch(`${site.baseUrl}/register`)).url).pathname).toBe('/register/')
  })
})

describe('files for programs', () => {
  let xml: (path: string) => Promise<{ root: string; texts: Record<string, string[]> }>
  beforeAll(() => {
    xml = async (path) => {
      const text = await (await fetch(site.baseUrl + path)).text()
      const page = await site.open('/register/')
      return page.evaluate((source) => {
        const parsed = new DOMParser().parseFromString(source, 'application/xml')
        const broken = parsed.querySelector('parsererror')
        if (broken) throw new Error(broken.textContent)
        const texts: Record<string, string[]> = {}
        for (const each of parsed.querySelectorAll('*'))
          (texts[each.localName] ??= []).push(each.getAttribute('href') ?? each.textContent.trim())
        return { root: parsed.documentElement.localName, texts }
      }, text)
    }
  })

  test('robots.txt names the sitemap, and the sitemap every page', async () => {
    const robots = await (await fetch(`${site.baseUrl}/robots.txt`)).text()
    const named = /^Sitemap: (\S+)$/m.exec(robots)?.[1]
    expect(named).toBeDefined()
    const first = await xml(new URL(named!).pathname)
    const files = first.root === 'sitemapindex' ? first.texts.loc! : [named!]
    const pages: string[] = []
    for (const file of files) pages.push(...(await xml(new URL(file).pathname)).texts.loc!)
    expect(new Set(pages).size).toBe(pages.length)
    const { items: count } = inject('published')
    expect(pages.filter((page) => /\/itemview\/\d+\/$/.test(page))).toHaveLength(count - 2)
    expect(pages.some((page) => page.includes(String(DRAFT)))).toBe(false)
    for (const page of pages.filter((_, at) => at % 97 === 0))
      expect((await fetch(site.baseUrl + new URL(page).pathname)).status, page).toBe(200)
  })

  test('the feed is Atom and links to newly published items', async () => {
    const feed = await xml('/feed.xml')
    expect(feed.root).toBe('feed')
    const links = feed.texts.link!.filter((href) => href.includes('/itemview/'))
    expect(links.length).toBeGreaterThan(0)
    expect((await fetch(site.baseUrl + new URL(links[0]!).pathname)).status).toBe(200)
  })
})
