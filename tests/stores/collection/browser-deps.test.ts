import { expect, test } from 'vitest'
import { browserDeps } from '#islands/collection/collection-page.ts'

/** The part of a window that is used. */
function aPage(given: object = {}) {
  const events = new EventTarget()
  const written: string[] = []
  const write = (how: string) => (_state: unknown, _title: string, address: string) => written.push(how, address)
  const page = {
    location: { search: '?q=mill', pathname: '/collection/', hash: '#main' },
    history: { state: null, pushState: write('push'), replaceState: write('replace') },
    localStorage: { getItem: (key: string) => `kept ${key}` },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    ...given,
  }
  return { parts: browserDeps(page as never), events, written }
}

test('push writes only the query; replace keeps the fragment', () => {
  const { parts, written } = aPage()
  expect(parts.address.read().get('q')).toBe('mill')
  parts.address.push('q=dam')
  parts.address.push('')
  parts.address.replace('q=dam&page=2')
  expect(written).toEqual([
    'push',
    '/collection/?q=dam',
    'push',
    '/collection/',
    'replace',
    '/collection/?q=dam&page=2#main',
  ])
})

test('popstate is reported until unsubscribed', () => {
  const { parts, events } = aPage()
  let moved = 0
  const off = parts.address.onPopState(() => moved++)
  events.dispatchEvent(new Event('popstate'))
  off()
  events.dispatchEvent(new Event('popstate'))
  expect(moved).toBe(1)
})

test('tokens are in localStorage; blocked storage is null', () => {
  expect(aPage().parts.storage?.getItem('x')).toBe('kept x')
  const refusing = {}
  Object.defineProperty(refusing, 'localStorage', {
    get: () => {
      throw new Error('denied')
    },
  })
  expect(browserDeps(Object.create(refusing) as never).storage).toBeNull()
})
