import { expect, test } from 'vitest'
import { ApiError, UnreachableError } from '#client/errors.ts'
import { watchItem, type WatchedItem } from '#islands/records/watch-item.ts'
import { SLOW_ANSWER } from '#stores/shared/debounce.ts'
import { clock, settle } from '../../stores/shared/fakes.ts'

const gone = new ApiError(404, { detail: 'Not found.' }, '/api/item/5/')
const away = new UnreachableError('/api/item/5/', new TypeError('Failed to fetch'), 20)

/** What is shown one after the other, and why it is lost; the archive's answer is given by hand. */
function watched({
  built = async () => 'page',
  isAway = false,
}: { built?: () => Promise<string | null>; isAway?: boolean } = {}) {
  const told: string[] = []
  const archive = Promise.withResolvers<string>()
  let asked = 0
  const { schedule: later, pass, waiting } = clock()
  const show = (item: WatchedItem<string, string>) =>
    void told.push(item.state === 'ready' ? item.item : item.state === 'as-built' ? item.built : item.state)
  const load = () => {
    asked++
    return archive.promise
  }
  const stop = watchItem({ load, readBuilt: built, isAway, later, show, lose: (why) => void told.push(why) })
  return { told, stop, pass, waiting, asked: () => asked, answer: archive.resolve, fail: archive.reject }
}

test('does not ask an archive that is known to be unreachable', async () => {
  const here = watched({ isAway: true })
  await settle()
  expect([here.told, here.asked()]).toEqual([['loading', 'page'], 0])
})

test('shows the last build if the API is slow, and keeps it when the API answers', async () => {
  const here = watched()
  await here.pass(SLOW_ANSWER - 1)
  expect(here.told).toEqual(['loading'])
  await here.pass(1)
  expect(here.told).toEqual(['loading', 'page'])
  here.answer('record')
  await settle()
  expect(here.told).toEqual(['loading', 'page'])
})

test('never shows a withdrawn item, also when the API answers late', async () => {
  const [soon, late] = [watched(), watched()]
  soon.fail(gone)
  await late.pass(SLOW_ANSWER)
  late.fail(gone)
  await settle()
  expect(soon.told).toEqual(['loading', 'missing'])
  expect(late.told).toEqual(['loading', 'page', 'missing'])
})

test.each([
  ['there is none', async () => null],
  ['it cannot be read', () => Promise.reject(new Error('no network'))],
])('without a page of the last build it is lost: %s', async (_, built) => {
  const here = watched({ built })
  here.fail(away)
  await settle()
  expect(here.told).toEqual(['loading', 'unreachable'])
})

test('waits for a slow API if the last build has no page', async () => {
  const here = watched({ built: async () => null })
  await here.pass(SLOW_ANSWER)
  here.answer('record')
  await settle()
  expect(here.told).toEqual(['loading', 'record'])
})

test('ignores a page that comes after the answer of the API', async () => {
  const page = Promise.withResolvers<string>()
  const here = watched({ built: () => page.promise })
  await here.pass(SLOW_ANSWER)
  here.answer('record')
  await settle()
  page.resolve('page')
  await settle()
  expect(here.told).toEqual(['loading', 'record'])
})

test.each(['answer', 'fail'] as const)('after the end nothing is shown or lost any more: %s', async (how) => {
  const here = watched()
  here.stop()
  if (how === 'answer') here.answer('record')
  else here.fail(gone)
  await here.pass(SLOW_ANSWER)
  expect(here.told).toEqual(['loading'])
})
