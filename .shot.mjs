import { chromium } from 'playwright'
const [,, base, out, ...specs] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const spec of specs) {
  const [path, w='1440', h='900', scheme='light', full='', name='x', click=''] = spec.split('|')
  const context = await browser.newContext({ viewport: { width: +w, height: +h }, colorScheme: scheme })
  const page = await context.newPage()
  await page.goto(base + path, { waitUntil: 'load' })
  await page.waitForTimeout(600)
  if (click) { await page.locator(click).first().click(); await page.waitForTimeout(800) }
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: full === 'full' })
  await context.close()
}
await browser.close()
