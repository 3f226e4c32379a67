import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PICTURE, drawHouse } from '../../scripts/setup/draw-house.ts'

test('the picture of the house shows the imports of today', () => {
  expect(readFileSync(PICTURE, 'utf8') === drawHouse(), 'run: node scripts/setup/draw-house.ts').toBe(true)
})
