import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { PMTiles } from 'pmtiles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TilesDamaged } from '#server/storage/tiles/tile-directory.ts'
import { openTileFile } from '#server/storage/tiles/tile-file.ts'
import { plainTile, pmtiles, type TestTile } from '../raster/tile-files.ts'
import { runs } from '../../setup/length.ts'

let folder: string
let colours: Buffer[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lotline-tiles-'))
  colours = await Promise.all(['#f00', '#0f0', '#00f'].map(plainTile))
})
afterAll(() => rmSync(folder, { recursive: true }))

const inFile = (bytes: Buffer) => {
  const path = join(folder, 'a.pmtiles')
  writeFileSync(path, bytes)
  return openTileFile(path)
}

const tile = fc
  .record({ z: fc.integer({ min: 0, max: 22 }), x: fc.nat(), y: fc.nat(), colour: fc.nat(2) })
  .map(({ z, x, y, colour }): TestTile => ({ z, x: x % 2 ** z, y: y % 2 ** z, data: colours[colour]! }))

test('finds every tile and no other, like the reference reader', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(tile, { minLength: 1, maxLength: 60, selector: ({ z, x, y }) => `${z}/${x}/${y}` }),
      fc.integer({ min: 0, max: 20 }),
      fc.array(tile, { maxLength: 10 }),
      async (tiles, leaves, others) => {
        const bytes = pmtiles(tiles, { leaves })
        const file = inFile(bytes)
        const theirs = new PMTiles({
          getKey: () => 'file',
          getBytes: async (offset, length) => ({
            data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
          }),
        })
        for (const { z, x, y } of [...tiles, ...others]) {
          const place = file.find(z, x, y)
          const found = place && (await file.read(place))
          const expected = tiles.find((each) => each.z === z && each.x === x && each.y === y)?.data
          expect(found).toEqual(expected)
          // It knows levels only that the header names, which is not this test's matter.
          if (expected && z === 0) expect(Buffer.from((await theirs.getZxy(z, x, y))!.data)).toEqual(expected)
        }
        file.close()
      },
    ),
    { numRuns: runs(50) },
  )
})

test('a run is one picture for consecutive tiles, listed once', () => {
  const file = inFile(pmtiles([{ z: 2, x: 0, y: 0, data: colours[0]!, run: 3 }]))
  // The first tiles of level 2 along the Hilbert curve: 0/0, 1/0, 1/1, 0/1.
  expect([file.find(2, 0, 0), file.find(2, 1, 0), file.find(2, 1, 1)]).toEqual(Array(3).fill(file.find(2, 0, 0)))
  expect(file.find(2, 0, 1)).toBeUndefined()
  expect([...file.places()]).toHaveLength(1)
  file.close()
})

test('a truncated or corrupted file gives a tile or TilesDamaged', async () => {
  const tiles = colours.map((data, x): TestTile => ({ z: 4, x, y: 1, data }))
  const whole = pmtiles(tiles, { leaves: 2 })
  const outcome = async (bytes: Buffer) => {
    try {
      const file = inFile(bytes)
      try {
        for (const place of file.places()) await file.read(place)
        return 'whole'
      } finally {
        file.close()
      }
    } catch (error) {
      return error instanceof TilesDamaged ? 'damaged' : error
    }
  }
  expect(await outcome(whole)).toBe('whole')
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
      expect(await outcome(whole.subarray(0, length))).toBe('damaged')
    }),
    { numRuns: runs(60) },
  )
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Buffer.from(whole)
      changed[at] = changed[at]! ^ change
      expect(['whole', 'damaged']).toContain(await outcome(changed))
    }),
    { numRuns: runs(300) },
  )
  expect(await outcome(pmtiles(tiles, { tileType: 2 }))).toBe('damaged')
})
