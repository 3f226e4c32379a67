import { describe, expect, test } from 'vitest'
import { expectNoSidewaysScroll, useSite } from './browser/site.ts'

/** tests/fixtures/hostile-texts: records whose every text is markup. */
const ID = 900001
const site = useSite()

describe('text that is markup', () => {
  test.each([
    `/itemview/${ID}/`,
    `/person-overview/${ID}/`,
    `/org-overview/${ID}/`,
    `/zone-overview/${ID}/`,
    `/collections/${ID}/`,
    '/places/',
    '/',
    '/search/?q=%3Cimg%20src%3Dx%20onerror%3D%22window.hostile%3D9%22%3E',
  ])('shows as text on %s', async (path) => {
    const page = await site.open(path)
    if (path.startsWith('/search')) await page.locator('.search-page[aria-busy=false] .results > *').first().waitFor()
    expect(await page.evaluate(() => (globalThis as { hostile?: number }).hostile)).toBeUndefined()
    expect(await page.locator('img[src="x"], script:text-matches("window.hostile")').count()).toBe(0)
    if (path.includes(String(ID))) expect(await page.locator('main').innerText()).toMatch(/<script>|<img|<\/script>/)
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents())
      expect(() => JSON.parse(text) as unknown).not.toThrow()
    // A name of 170 letters without a break.
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })

  test('does not run by the live shell either', async () => {
    const answer = await fetch(`${site.baseUrl}/api/item/${ID}/`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(((await answer.json()) as { title: string }).title).toContain('<script>')
  })
})

describe('the Content-Security-Policy', () => {
  test('stops a script that got into a page all the same', async () => {
    const page = await site.open('/register/', { expected: /Content Security Policy/ })
    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.hostile = 4'
      document.body.append(script)
      document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg" onload="globalThis.hostile = 5">')
    })
    await page.waitForTimeout(300)
    expect(await page.evaluate(() => (globalThis as { hostile?: number }).hostile)).toBeUndefined()
  })
})
