import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'
import { drawMap, filesIn } from '../server/raster/small-maps.ts'
import { archive as run, environmentOf } from './run-archive.ts'

/** A command that is called from a folder of this test. */
const archive = (folder: string, words: string[]) => run(environmentOf(folder), ...words)

/** Commands on old maps make no archive. */
async function archiveFolder(): Promise<string> {
  const folder = await freshFolder()
  await (await openDatabase(join(folder, 'data', 'archive.db'))).destroy()
  return folder
}

test('add, list, export, import elsewhere, remove, and what is refused leaves nothing', async () => {
  const folder = await archiveFolder()
  const run = (words: string) => archive(folder, words.split(' '))
  await drawMap(folder)
  const added = await run('overlay add plan.png --layer 6 --zoom 13-15')
  expect(added).toMatchObject({ code: 0, err: expect.stringMatching(/Tiles: \d+ of \d+ tiles/) })
  expect(added.out).toMatch(/^Added: layer 6, plan\.png \(4 control points\), zoom 13 to 15, \d+ tiles/m)
  expect(added.out).toContain('--zoom 13-17 would show all of it')
  expect(added.out).toContain('Visitors see it as “plan”')

  const before = filesIn(join(folder, 'data'))
  writeFileSync(join(folder, 'broken.tif'), 'II*\0no picture')
  const refusals: [string, RegExp][] = [
    ['overlay add plan.png --layer 6', /^Layer 6 is taken by plan\.png/],
    ['overlay add plan.png --layer six', /^A layer is a whole number/],
    ['overlay add plan.png --layer 100000', /^A layer is a whole number from 1 to 99999/],
    ['overlay add plan.png --layer 7 --zoom 19', /^Zoom levels are written like 13-19/],
    ['overlay add nowhere.png --layer 7', /^There is no file nowhere\.png\./],
    ['overlay add plan.png --layer 7 --points nowhere', /^There is no file nowhere\./],
    ['overlay add broken.tif --layer 7', /broken\.tif/],
    ['overlay add plan.png --layer 7 --points a --annotation b', /give --points or --annotation/],
    ['overlay remove 7', /^There is no layer 7\./],
  ]
  for (const [words, sentence] of refusals) {
    const refused = await run(words)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(sentence) })
    expect(refused.err).not.toContain('.ts:')
  }
  expect(filesIn(join(folder, 'data'))).toEqual(before)
  expect((await run('overlay list')).out).toMatch(/^6: plan, plan\.png, zoom 13 to 15, \d+ tiles, [\d.]+ MB\n$/)

  expect((await run('export out')).out).toContain('0 pictures and 1 old maps')
  const other = await freshFolder()
  const bundle = join(folder, 'out')
  const imported = await archive(other, ['import', bundle])
  expect(imported).toMatchObject({ code: 0, out: expect.stringContaining('overlays: 1 new') })
  expect(Object.keys(filesIn(join(other, 'data'))).sort()).toEqual(Object.keys(before).sort())

  expect(await run('overlay remove 6')).toMatchObject({ code: 0, out: expect.stringContaining('Removed layer 6') })
  expect(Object.keys(filesIn(join(folder, 'data')))).toEqual([
    expect.stringMatching(/^trash\/[\d-]{10}\/overlays\/[0-9a-f]{64}\.png$/),
    expect.stringMatching(/^trash\/[\d-]{10}\/overlays\/[0-9a-f]{64}\.png\.why\.json$/),
  ])
  expect((await run('overlay list')).out).toContain('The archive has no old maps')
  expect((await run('overlay add --help')).out).toContain('control points')
}, 120_000)
