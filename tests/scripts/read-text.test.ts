import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleOf, freshFolder } from '../server/bundle/fresh-archive.ts'
import { writtenPage } from '../server/scans/written-page.ts'
import { archive as runArchive, environmentOf } from './run-archive.ts'

test('pages without a text are read by machine, in a process of its own, and what was typed stays', async () => {
  const folder = await freshFolder()
  const archive = (...words: string[]) => runArchive(environmentOf(folder), ...words)
  const bundle = await bundleOf({
    'items.csv': 'id,type,title,general_description\n1,paper record,Minutes,Of May\n2,paper record,More,Of June\n',
    'scans.csv': 'item,file,text\n1,one.png,\n1,two.png,Typed\n2,three.png,\n',
    ...{ 'one.png': await writtenPage(['The mill burned down.']), 'two.png': await writtenPage(['Another page']) },
    'three.png': await writtenPage(['Nothing was saved.']),
  })
  expect(await archive('import', bundle)).toMatchObject({ code: 0 })
  for (const [sentence, ...words] of [
    ['Give either', []],
    ['Give either', ['--missing', '--items', '1']],
    ['Items are numbers', ['--items', 'mill']],
  ] as const)
    expect(await archive('read-text', ...words.flat())).toMatchObject({
      code: 1,
      err: expect.stringContaining(sentence),
    })
  const one = await archive('read-text', '--items', '1')
  expect(one).toMatchObject({ code: 0, out: expect.stringContaining('Read 1 of 1 pages') })
  expect((await archive('read-text', '--missing')).out).toContain('Read 1 of 1 pages')
  expect((await archive('read-text', '--missing')).out).toContain('Read 0 of 0 pages')
  await archive('export', 'out')
  const scans = JSON.parse(readFileSync(join(folder, 'out/scans.json'), 'utf8')) as Record<string, string>[]
  const texts = scans.map(({ text, text_file, text_source }) => [
    text_source,
    text_file ? readFileSync(join(folder, 'out', text_file), 'utf8') : text,
  ])
  expect(texts).toEqual([
    ['machine', 'The mill burned down.'],
    ['', 'Typed'],
    ['machine', 'Nothing was saved.'],
  ])
}, 180_000)
