import { expect, test } from 'vitest'
import { readCoordinates } from '#rules/map/coordinates-text.ts'

const place = (text: string) => {
  const { latitude, longitude, zoom } = readCoordinates(text) ?? {}
  return latitude === undefined ? undefined : [latitude.toFixed(4), longitude!.toFixed(4), ...(zoom ? [zoom] : [])]
}

test.each([
  '44.2334, -76.4812',
  '44.2334 -76.4812',
  '44,2334; -76,4812',
  '44.2334° N, 76.4812° W',
  '44.2334N 76.4812W',
])('coordinates are read: %s', (text) => expect(place(text)).toEqual(['44.2334', '-76.4812']))

test('the address of another map is read, with its zoom', () => {
  const address = (hash: string) => `https://www.openstreetmap.org/#map=${hash}`
  expect(place(address('15/44.2334/-76.4812'))).toEqual(['44.2334', '-76.4812', 15])
  expect(place('https://www.google.com/maps/@44.2334,-76.4812,15.2z')).toEqual(['44.2334', '-76.4812', 15])
})

test.each(['12 Main Street', '44', '95, 10', '44.2, 181', 'Lot 1, 2', ''])('other words are no place: %s', (text) =>
  expect(place(text)).toBeUndefined(),
)
