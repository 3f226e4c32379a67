import { expect, test } from 'vitest'
import { pageParts } from '#stores/collection/page-parts.ts'

/** As much of a browser's window as the parts touch. */
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
  return { parts: pageParts(page as never), events, written }
}

test('a new entry of the history has the query alone, and one that is replaced keeps its part of the page', () => {
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

test('going back and forward is told until nobody listens', () => {
  const { parts, events } = aPage()
  let moved = 0
  const off = parts.address.whenMoved(() => moved++)
  events.dispatchEvent(new Event('popstate'))
  off()
  events.dispatchEvent(new Event('popstate'))
  expect(moved).toBe(1)
})

test('tokens lie in the local storage; one that is refused is none', () => {
  expect(aPage().parts.storage?.getItem('x')).toBe('kept x')
  const refusing = {}
  Object.defineProperty(refusing, 'localStorage', {
    get: () => {
      throw new Error('denied')
    },
  })
  expect(pageParts(Object.create(refusing) as never).storage).toBeNull()
})
