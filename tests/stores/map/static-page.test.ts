import { expect, test } from 'vitest'
import { world } from './world.ts'

test("before start the state is the static page's, for hydration", async () => {
  const given = {
    query: 'base=osm&zone=2&maps=town-1856:0.5&years=1850-1900&at=43.5,-81.6,17z&overview=2',
    stored: JSON.stringify({ open: { legend: false }, welcome: false }),
    state: { overMap: true },
  }
  const shown = ({ stores }: ReturnType<typeof world>) =>
    Object.entries(stores).flatMap(([name, store]) => (name.startsWith('$') && 'get' in store ? [store.get()] : []))
  const [asked, plain] = [world(given), world()]
  expect(shown(asked)).toEqual(shown(plain))
  await asked.begin()
  const { $baseMap, $overlays, $years, $view, $open, $welcome, $popups } = asked.stores
  expect([$baseMap.get(), $years.get().start, $view.get().zoom, $welcome.get(), $popups.get().zone]).toEqual([
    'osm',
    1850,
    17,
    false,
    2,
  ])
  expect($overlays.get()['town-1856']).toEqual({ visible: true, opacity: 0.5 })
  expect($open.get().legend).toBe(false)
})
