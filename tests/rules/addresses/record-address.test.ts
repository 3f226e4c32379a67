import { expect, test } from 'vitest'
import { itemAddress, subjectAddress, zoneAddress } from '#rules/addresses/page-addresses.ts'
import { recordOfPath } from '#rules/addresses/record-address.ts'

test('the record of a page is found from its path', () => {
  expect(recordOfPath(itemAddress(12))).toEqual({ kind: 'items', key: 12 })
  expect(recordOfPath(zoneAddress(7))).toEqual({ kind: 'locations', key: 7 })
  expect(recordOfPath(`${subjectAddress(3)}2/`), 'the second page of its items').toEqual({ kind: 'subjects', key: 3 })
  expect(['/', '/subjects/', '/decades/1890s/', '/itemview/0/', '/people/12/'].map(recordOfPath)).toEqual(
    Array(5).fill(undefined),
  )
})
