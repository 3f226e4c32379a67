import { expect, test } from 'vitest'
import { browserDeps } from '#stores/map/deps.ts'

/** The part of a window that is used. */
function aPage(given: object = {}) {
  const events = new EventTarget()
  const written: string[] = []
  const page = {
    location: { href: 'https://town.example/map/?at=1&x=2#map', search: '?at=1&x=2', pathname: '/map/', hash: '#map' },
    history: {
      state: { kept: 1 },
      replaceState: (state: unknown, _: string, address: string) => written.push(JSON.stringify(state), address),
      pushState: (state: unknown, _: string, address: string) => written.push(JSON.stringify(state), `+ ${address}`),
    },
    sessionStorage: { getItem: () => 'kept', setItem: () => {} },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    setTimeout,
    clearTimeout,
    fetch: () => Promise.resolve(Response.json([1])),
    ...given,
  }
  return { parts: browserDeps(page as never), events, written }
}

test('replacing the query keeps path, hash and history state', () => {
  const { parts, written } = aPage()
  expect([...parts.address.read()]).toEqual([
    ['at', '1'],
    ['x', '2'],
  ])
  parts.address.replace('maps=a:0.5,b')
  parts.address.replace('')
  expect(written).toEqual(['{"kept":1}', '/map/?maps=a:0.5,b#map', '{"kept":1}', '/map/#map'])
})

test('goHome keeps query and hash', () => {
  const { parts, written } = aPage()
  parts.history.goHome({ other: 2 })
  expect(written).toEqual(['{"other":2}', '/?at=1&x=2#map'])
})

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

test('blocked storage is null', () => {
  const refusing = {}
  Object.defineProperty(refusing, 'sessionStorage', {
    enumerable: true,
    get: () => {
      throw new Error('denied')
    },
  })
  expect(aPage().parts.storage?.getItem('x')).toBe('kept')
  const page = Object.create(refusing) as never
  expect(browserDeps(page).storage).toBeNull()
})

test('a missing or non-JSON file rejects', async () => {
  expect(await aPage().parts.data('/data/zones.json')).toEqual([1])
  for (const answer of [new Response('{}', { status: 404 }), new Response('<html>')]) {
    const { parts } = aPage({ fetch: () => Promise.resolve(answer) })
    await expect(parts.data('/data/zones.json')).rejects.toThrow()
  }
})

test('timers can be cancelled, and listeners removed', async () => {
  const { parts, events } = aPage()
  const done: string[] = []
  parts.schedule(0, () => done.push('called off'))()
  parts.schedule(0, () => done.push('waited'))
  const off = parts.whenOnline(() => done.push('online'))
  events.dispatchEvent(new Event('online'))
  off()
  events.dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(done).toEqual(['online', 'waited'])
})
