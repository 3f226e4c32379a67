import { expect, test } from 'vitest'
import { deskOf } from './desk.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive()
const { add } = deskOf(() => town)

test('accepts form values: numbers as text, and empty text as null', async () => {
  const sent = { lot: '7', person: '1', date: '18800000', source: 'Deed' }
  expect(await add('ownership', sent)).toMatchObject({ status: 201, json: { fields: { person: 1, date: 18800000 } } })
  expect(await add('ownership', { ...sent, date: '' })).toMatchObject({ status: 201, json: { fields: { date: null } } })
})
