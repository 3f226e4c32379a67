import { expect, test } from 'vitest'
import { storageOf } from '#stores/shared/browser-deps.ts'

test('a browser that refuses storage has none: reading the property throws there', () => {
  const page = {
    get sessionStorage(): Storage {
      throw new Error('denied')
    },
  }
  expect(storageOf(page as Window, 'sessionStorage')).toBeNull()
})
