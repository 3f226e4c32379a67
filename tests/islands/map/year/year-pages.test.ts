import { expect, test } from 'vitest'
import { createPlay } from '#islands/map/year/YearPanel.tsx'
import { countsText, modeOf } from '#islands/map/year-stores.ts'
import { createYearPages } from '#islands/map/year/year-pages.ts'
import { clock } from '../../../stores/shared/fakes.ts'

function pages({ years = [1870, 1871, 1872] } = {}) {
  const asked: string[] = []
  const aborted: string[] = []
  const { schedule, pass } = clock()
  const state = { fails: false }
  const read = async (address: string, signal: AbortSignal) => {
    asked.push(address)
    signal.addEventListener('abort', () => aborted.push(address))
    await new Promise<void>((resolve) => void schedule(100, resolve))
    if (state.fails) throw new Error('500')
    return address.includes('1872') ? null : { inYear: `In ${address}`, places: `Places of ${address}` }
  }
  return { ...createYearPages(years, read, schedule), asked, aborted, pass, state }
}

test('the page of the last year is asked for once the slider rests, older loads are aborted, and each page is kept', async () => {
  const { show, $page, asked, aborted, pass } = pages()
  show(1870)
  await pass(249)
  expect(asked).toEqual([])
  show(1871)
  await pass(250)
  expect(asked).toEqual(['/years/1871/'])
  show(1870)
  expect(aborted).toEqual(['/years/1871/'])
  await pass(400)
  const html = { inYear: 'In /years/1870/', places: 'Places of /years/1870/' }
  expect($page.get()).toEqual({ state: 'ready', value: { year: 1870, html } })
  show(1871)
  await pass(400)
  show(1870)
  await pass(400)
  expect(asked.filter((address) => address.includes('1870'))).toHaveLength(1)
})

test('a further page of places keeps what happened', async () => {
  const { show, $page, pass } = pages()
  show(1870, 2)
  await pass(500)
  expect($page.get().value?.html).toEqual({ inYear: 'In /years/1870/', places: 'Places of /years/1870/2/' })
})

test('a year without a page has none, whether that is known or found out; a failure can be tried again', async () => {
  const { show, $page, asked, pass, state } = pages()
  show(1873)
  await pass(400)
  expect([$page.get().value, asked]).toEqual([{ year: 1873, html: null }, []])
  show(1872)
  await pass(400)
  expect($page.get().value).toEqual({ year: 1872, html: null })
  state.fails = true
  show(1870)
  await pass(400)
  expect($page.get().state).toBe('failed')
  state.fails = false
  show(1870)
  await pass(400)
  expect($page.get().state).toBe('ready')
})

test('play goes year by year, at most ten a second, to the end or until it is stopped', async () => {
  const { schedule, pass, now, waiting } = clock()
  const seen: number[] = []
  const play = createPlay(() => {
    seen.push(now())
    return seen.length < 5
  }, schedule)
  play.start()
  await pass(10_000)
  expect(seen).toHaveLength(5)
  for (const [at, each] of seen.entries()) expect(each - (seen[at - 1] ?? 0)).toBeGreaterThanOrEqual(100)
  expect([play.$playing.get(), waiting()]).toEqual([false, 0])
  seen.length = 0
  play.start()
  expect(play.$playing.get()).toBe(true)
  play.stop()
  await pass(1000)
  expect([seen, play.$playing.get()]).toEqual([[], false])
})

test('words of years', () => {
  expect([modeOf({ start: 1830, end: 2026 }, 2026), modeOf({ start: 1870, end: 1870 }, 2026)]).toEqual(['any', 'year'])
  expect(modeOf({ start: 1860, end: 1880 }, 2026)).toBe('span')
  expect(countsText(1870, { places: 220, undated: 8, owned: 94 })).toBe('1870: 212 places, 94 owners known')
  expect(countsText(1870, { places: 8, undated: 8, owned: 1 })).toBe('1870: 1 owner known')
  expect(countsText(1870)).toBe('1870')
})
