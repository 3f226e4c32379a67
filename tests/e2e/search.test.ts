import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { findTrail } from './browser/records.ts'
import type { Trail } from './browser/records.ts'
import { expectAxeClean, useSite } from './browser/site.ts'
import { expectFocused } from './browser/focus.ts'

const site = useSite()
let trail: Trail
let word: string
beforeAll(async () => {
  trail = await findTrail(site.baseUrl)
  word = [...trail.item.title.matchAll(/\p{L}{5,}/gu)]
    .map(([each]) => each)
    .at(0)!
    .toLowerCase()
})

const box = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Search the archive' })

async function type(page: Page, words: string): Promise<void> {
  await page.getByRole('banner').getByLabel('Search the archive').focus()
  await box(page).waitFor()
  await page.keyboard.type(words)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

describe('the search box', () => {
  test('loads no script before it is touched, asks the API once, and loads nothing of the index', async () => {
    const page = await site.open('/collections/')
    const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map((each) => each.name))
    expect(scripts.filter((name) => /\.(m?js|wasm)$/.test(new URL(name).pathname))).toEqual([])
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await type(page, word)
    expect(asked.some((path) => path.endsWith('.js'))).toBe(true)
    expect(asked.filter((path) => /^\/(?:api\/search|pagefind)\//.test(path))).toEqual(['/api/search/'])
  })

  test('is used with the keyboard alone: arrows, Enter, Escape', async () => {
    const page = await site.open('/register/')
    await type(page, word)
    expect(await box(page).getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    const active = page.locator(`[id="${await box(page).getAttribute('aria-activedescendant')}"]`)
    expect(await active.getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await box(page).getAttribute('aria-expanded')).toBe('false')
    expect(await box(page).inputValue()).toBe(word)

    await page.keyboard.press('ArrowDown')
    const chosen = page.getByRole('option', { selected: true })
    const href = await chosen.getAttribute('href')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${href}`)
  })

  test('groups suggestions by kind and marks the words', async () => {
    const page = await site.open('/')
    await type(page, word)
    const list = page.getByRole('listbox')
    expect(await list.getByRole('group').count()).toBeGreaterThan(0)
    const marked = await list.locator('mark').allInnerTexts()
    expect(marked.some((each) => each.toLowerCase().startsWith(word.slice(0, 3)))).toBe(true)
    // A record without a picture has no empty frame.
    const frames = await list.locator('.search-mat:empty').evaluateAll((mats) =>
      mats.map((mat) => {
        const { backgroundColor, borderTopWidth, boxShadow } = getComputedStyle(mat)
        return [backgroundColor, borderTopWidth, boxShadow].join()
      }),
    )
    expect(new Set(frames)).toEqual(new Set(frames.length > 0 ? ['rgba(0, 0, 0, 0),0px,none'] : []))
    await expectAxeClean(page)
  })

  test('leads to a results page with its own address', async () => {
    const page = await site.open('/')
    await type(page, word)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/search/?q=${word}*`)
    const results = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
    await results.first().waitFor()
    expect(await page.getByRole('status').first().innerText()).toMatch(/\d+ results?/)
    expect(await page.getByRole('main').locator('mark').count()).toBeGreaterThan(0)
    const first = await results.first().getByRole('heading').innerText()

    await page.reload()
    await results.first().waitFor()
    expect(await results.first().getByRole('heading').innerText()).toBe(first)
  })

  test('goes on to filters and pages without loading the page again, and back', async () => {
    const page = await site.open('/search/?q=street')
    const status = page.getByRole('main').getByRole('status')
    const heading = page.getByRole('heading', { level: 1 })
    const chosen = page.getByRole('navigation', { name: 'Kind' }).locator('[aria-current]')
    await chosen.getByText('Everything').waitFor()
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))

    await page.getByRole('link', { name: /^Items/ }).click()
    await chosen.getByText('Items').waitFor()
    expect(new URL(page.url()).search).toBe('?q=street&kind=item')
    await expectFocused(heading)
    await page.getByRole('link', { name: 'Next' }).click()
    await status.getByText(/: 21 to /).waitFor()
    expect(await page.title()).toMatch(/^“street”, page 2 – Search – /)

    await page.goBack()
    await status.getByText(/: 1 to 20$/).waitFor()
    await page.goBack()
    await chosen.getByText('Everything').waitFor()
    // The count may be that of the last build by now, if the archive was late in between.
    await status.getByText(/: 1 to 20$/).waitFor()
    expect(await page.locator('body[data-same-page]').count()).toBe(1)

    await page.getByLabel('Search everything').fill(word)
    await page.keyboard.press('Enter')
    await heading.getByText(`Search for “${word}”`).waitFor()
    expect(await page.getByRole('banner').getByLabel('Search the archive').inputValue()).toBe(word)
    expect(await page.locator('body[data-same-page]').count()).toBe(1)
  })

  test('keeps what is typed before the results page has its script', async () => {
    const { promise: typed, resolve: letScriptCome } = Promise.withResolvers<void>()
    const page = await site.open('/register/', {
      routes: (context) =>
        context.route(/\/_astro\/SearchPage\.[\w-]+\.js$/, (route) => typed.then(() => route.continue())),
    })
    await page.goto(`${site.baseUrl}/search/?q=street`, { waitUntil: 'commit' })
    const field = page.getByLabel('Search everything')
    await field.fill('harbour')
    letScriptCome()
    await page.getByRole('heading', { level: 1, name: 'Search for “street”' }).waitFor()
    expect(await field.inputValue()).toBe('harbour')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search/?q=harbour')
  })

  test('names an unknown word and offers a similar one', async () => {
    const page = await site.open('/search/?q=qqqqxxyyzz')
    await page.getByRole('status').getByText('No record has the word “qqqqxxyyzz”.').first().waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.locator('h3') })
        .count(),
    ).toBe(0)

    await page.goto(`${site.baseUrl}/search/?q=${word}qq`)
    const nearest = page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link')
    const better = (await nearest.innerText()).replace(/[“”]/g, '')
    await nearest.click()
    await page.getByRole('main').locator('mark').first().waitFor()
    expect(await page.getByRole('status').first().innerText()).toMatch(/\d+ results?/)

    await page.getByRole('banner').getByLabel('Search the archive').fill('qqqqxxyyzz')
    await page.getByText('No record has the word “qqqqxxyyzz”.').last().waitFor()
    await page.getByRole('banner').getByLabel('Search the archive').fill(`${word}qq`)
    await page.getByRole('option', { name: `Did you mean “${better}”?` }).click()
    await page.waitForURL(`**/search/?q=${better}`)
  })
})
