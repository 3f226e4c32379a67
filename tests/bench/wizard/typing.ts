import type { Page } from 'playwright'

const FIELDS = [
  'Location',
  'Date',
  'Title',
  'People Tags',
  'General Description',
  'Subject Tags',
  'Organization Tags',
  'External Url',
  'Primary Creator',
  'Contributor Tags',
]
const TYPED = 'The harbour in 1901'

/** Milliseconds from a key to the next picture of the page, for each field: of half the keys, and at worst. */
export async function typingTimes(page: Page, slower: number, fields: readonly string[] = FIELDS) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { keyTimes: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    )
  })
  const found: { field: string; median: number; worst: number }[] = []
  for (const field of fields) {
    const name = new RegExp(`^${field}\\b`)
    const box = page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).first()
    await box.scrollIntoViewIfNeeded()
    await box.click()
    await page.waitForTimeout(500)
    await page.evaluate(() => void (globalThis as unknown as { keyTimes: number[] }).keyTimes.splice(0))
    for (const key of field === 'Date' ? '1901' : TYPED) {
      await page.keyboard.type(key)
      // As fast as somebody types.
      await page.waitForTimeout(120)
    }
    await page.waitForTimeout(500)
    const times = await page.evaluate(() => (globalThis as unknown as { keyTimes: number[] }).keyTimes)
    times.sort((a, b) => a - b)
    found.push({ field, median: times[times.length >> 1] ?? 0, worst: Math.round(times.at(-1) ?? 0) })
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return found
}
