import type { BrowserContext } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../../setup/length.ts'
import { scale, shown, useViewer } from './viewer-page.ts'

const viewer = useViewer()

describe('a picture that fails to load', () => {
  const TILES = /\/api\/scan\/iiif\//
  const without = (pattern: RegExp, status: number) => (context: BrowserContext) =>
    context.route(pattern, (route) => route.fulfill({ status, body: '' }))

  test.each(sampleOf(['no description', 'no tile'], 2, 1))(
    'falls back to the plain picture when the server has %s',
    async (what) => {
      const pattern = what === 'no tile' ? /\/api\/scan\/iiif\/.*\.(jpg|webp|png)/ : TILES
      const page = await viewer.openViewer({
        routes: without(pattern, 404),
        expected: /404 for \/api\/scan\/iiif|Tile/,
      })
      for (let press = 0; press < 8; press++) await page.keyboard.press('+')
      expect(await scale(page)).toBe(5)
    },
  )

  test('says so, offers the plain picture, and works on retry', async () => {
    let away = true
    const page = await viewer.openPage({
      expected: /503 for \/(?:api|media)\/scan|OpenSeadragon|Tile|failed|load/i,
      routes: (context) =>
        context.route(/\/api\/scan\/iiif\/|\/media\/scan\/\d+\/\d+\.jpg/, (route) =>
          away ? route.fulfill({ status: 503, body: '' }) : route.continue(),
        ),
    })
    await page.locator('#picture-1').click()
    await page.getByText("This picture didn't load.").waitFor()
    expect(await page.getByRole('link', { name: 'Open the plain picture' }).getAttribute('href')).toContain(
      '/media/scan/',
    )
    away = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await shown(page)
  })
})
