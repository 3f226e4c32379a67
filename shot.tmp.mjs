import { chromium } from 'playwright-core'
const [base, out, ...specs] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' })
for (const s of specs) {
  const [name, path, w = '1440', scheme = 'light', full = ''] = s.split('|')
  const c = await b.newContext({ viewport: { width: +w, height: +w < 500 ? 844 : 900 }, colorScheme: scheme })
  const p = await c.newPage(); const errs = []
  p.on('console', m => m.type() === 'error' && errs.push(m.text())); p.on('pageerror', e => errs.push(String(e)))
  await p.goto(base + path, { waitUntil: 'load' }); await p.waitForTimeout(4000)
  const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await p.screenshot({ path: `${out}/${name}.png`, fullPage: full === 'full' })
  console.log(name, 'wide', wide, errs.join(' | ').slice(0, 300)); await c.close()
}
await b.close()
