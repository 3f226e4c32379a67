import { expect, test } from 'vitest'
import { browserDeps } from '#stores/map/deps.ts'

test.each([
  ['of this page', [{ sameDocument: true }, {}], true],
  ['another page', [{ sameDocument: false }, {}], false],
  ['not of this site', [{}], false],
  ['not told by this browser', undefined, true],
])('going back where the entry below is %s', (_, entries, goes) => {
  const history = { back: () => done.push('back'), replaceState: (...[, , to]: string[]) => done.push(to!) }
  const navigation = entries && { entries: () => entries, currentEntry: { index: entries.length - 1 } }
  const done: string[] = []
  const dispatchEvent = ({ type }: Event) => done.push(type)
  browserDeps({ location: { pathname: '/map/' }, navigation, history, dispatchEvent } as never).history.back('base=osm')
  expect(done).toEqual(goes ? ['back'] : ['/map/?base=osm', 'popstate'])
})
