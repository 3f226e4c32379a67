import { expect, test } from 'vitest'
import { browserDeps } from '#stores/map/deps.ts'

/** The part of a window that is used. */
function aPage(given: object = {}) {
  const written: string[] = []
  const page = {
    location: { href: 'https://town.example/map/?at=1&x=2#map', search: '?at=1&x=2', pathname: '/map/', hash: '#map' },
    history: {
      state: { kept: 1 },
      replaceState: (state: unknown, _: string, address: string) => written.push(JSON.stringify(state), address),
      pushState: (state: unknown, _: string, address: string) => written.push(JSON.stringify(state), `+ ${address}`),
    },
    ...given,
  }
  return { parts: browserDeps(page as never), written }
}

test('an entry is added after the current one without its hash, or before it', () => {
  const { parts, written } = aPage()
  parts.history.push({ top: 1 }, 'item=7')
  parts.history.insertBefore('', { top: 2 })
  expect(written).toEqual([
    '{"top":1}',
    '+ /map/?item=7',
    '{"kept":1}',
    '/map/',
    '{"top":2}',
    '+ https://town.example/map/?at=1&x=2#map',
  ])
})

test.each([
  ['of this page', [{ sameDocument: true }, {}], true],
  ['another page', [{ sameDocument: false }, {}], false],
  ['not of this site', [{}], false],
  ['not told by this browser', undefined, true],
])('going back where the entry below is %s', (_, entries, goes) => {
  const history = { back: () => done.push('back'), replaceState: (...[, , to]: string[]) => done.push(to!) }
  const navigation = entries && { entries: () => entries, currentEntry: { index: entries.length - 1 } }
  const done: string[] = []
  const { parts } = aPage({ navigation, history, dispatchEvent: ({ type }: Event) => done.push(type) })
  parts.history.back('base=osm')
  expect(done).toEqual(goes ? ['back'] : ['/map/?base=osm', 'popstate'])
})
