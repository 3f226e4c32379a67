import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { NOTICE } from '#islands/account/messages.ts'
import { ADDRESS } from '#rules/addresses/page-addresses.ts'
import { expectUsableZoomed, expectFocused } from '../browser/focus.ts'
import { expectAxeClean, expectNoSidewaysScroll, useSite } from '../browser/site.ts'
import { activate, createAccount, logIn } from './people.ts'
import { seldom } from '../../setup/seldom.ts'

const site = useSite()
const EMAIL = `tabs-${Date.now()}@example.org`
beforeAll(async () => activate(site.baseUrl, await createAccount(EMAIL, 'Theodora Tabb', 'staff')))

test('a signed-out visitor loads no account code; who is logged in gets a menu, and logs out in all tabs', async () => {
  const loaded: string[] = []
  const page = await site.open(ADDRESS.collection, {
    prepare: async (context) => void context.on('request', (request) => loaded.push(request.url())),
  })
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).waitFor()
  expect(loaded.filter((url) => /\/auth\/|_astro\/header-/.test(url))).toEqual([])

  const other = await page.context().newPage()
  await other.goto(site.baseUrl + ADDRESS.login)
  await logIn(other, EMAIL)
  await other.waitForURL(`${site.baseUrl}/**`)
  await page.getByRole('main').getByRole('link', { name: 'Add Item' }).waitFor()
  await page.reload()
  const menu = page.getByRole('button', { name: 'Theodora Tabb' })
  await menu.press('Enter')
  await page.getByRole('link', { name: 'My submissions' }).waitFor()
  await expectAxeClean(page)
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('aria-expanded')).toBe('false')
  await expectFocused(menu)
  for (const width of [1440, 820, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
  // On a phone the link of the header is the only one.
  await page.setViewportSize({ width: 1440, height: 800 })

  await other.goto(site.baseUrl + ADDRESS.account)
  await other.getByRole('heading', { name: 'Change your password' }).waitFor()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).waitFor()
  await other.getByRole('dialog', { name: 'Log In' }).waitFor()
  expect(await other.getByRole('heading', { name: 'Change your password' }).count(), 'nothing of the user stays').toBe(
    0,
  )
  await other.keyboard.press('Escape')
  await other.waitForURL(new RegExp(`^${site.baseUrl}/(?:\\?|$)`))
})

seldom('logging out where a user is needed leads to the map, which says so', async () => {
  const page = await site.open(ADDRESS.account)
  await logIn(page, EMAIL)
  await page.getByRole('heading', { name: 'Change your password' }).waitFor()
  await expectUsableZoomed(page)
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByText(NOTICE.loggedOut.text).waitFor()
})

test('a login that was sent before hydration counts', async () => {
  let come = () => {}
  const coming = new Promise<void>((resolve) => (come = resolve))
  const page = await site.open(ADDRESS.login, {
    routes: (context) =>
      context.route(/\/LoginPage\.[\w-]+\.js/, async (route) => {
        await coming
        await route.continue()
      }),
  })
  await logIn(page, EMAIL)
  come()
  await page.waitForURL(new RegExp(`^${site.baseUrl}${ADDRESS.review}`))
})

test('the login works with the keyboard alone, at 400 % zoom and in forced colours', async () => {
  const page = await site.open(ADDRESS.login, { width: 320 })
  await page.setViewportSize({ width: 320, height: 225 })
  await page.emulateMedia({ forcedColors: 'active' })
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.press('Enter')
  await page.getByText('This field is required').first().waitFor()
  await expectNoSidewaysScroll(page)
  await page.keyboard.type(EMAIL)
  // The button that shows the characters comes after its field.
  await page.keyboard.press('Tab')
  await page.keyboard.type('Harbour-1856')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`^${site.baseUrl}${ADDRESS.review}`))
})

seldom('on a host without rewrites, the page for unknown addresses hands over to the shell', async () => {
  const page = await site.open('/nothing/', { expected: /404 for/ })
  const html = await page.content()
  const [, script] = /<script>(\{let l=location[^<]*)<\/script>/.exec(html)!
  const leads = (pathname: string, hash = '') => run(script!, { pathname, search: '', hash })
  expect(leads('/activate/Mg/abc')).toBe('/activate/#/activate/Mg/abc')
  expect(leads('/password/reset/confirm/Mg/abc/')).toBe('/password/reset/confirm/#/password/reset/confirm/Mg/abc/')
  expect(leads('/itemview/12/', '#picture-2')).toBe('/itemview/#/itemview/12/#picture-2')
  for (const other of ['/itemview/', '/itemview/abc/', '/activate/', '/activate/Mg/', '/nothing/'])
    expect(leads(other)).toBeUndefined()
  await page.goto(`${site.baseUrl}/activate/#/activate/Mg/abc`)
  await page.getByRole('button', { name: 'Activate' }).waitFor()
  expect(page.url()).toBe(`${site.baseUrl}/activate/`)
})

/** Where the script leads from an address. */
function run(script: string, address: { pathname: string; search: string; hash: string }): string | undefined {
  let to: string | undefined
  runInNewContext(script, { location: { ...address, replace: (next: string) => (to = next) } })
  return to
}
