import { expect, test } from 'vitest'
import { largePicture, smallPicture } from '#rules/media/pictures.ts'
import { mediaFiles, picturesOf, withdrawnPictures } from '#release/media/site-media-files.ts'
import { anItem, aPerson, archiveOf } from '../../snapshot/pages/browse/small-archive.ts'

const scan = { id: 7, order: 1, width: 3000, height: 2000, version: '0123456789abcdef' }
const other = { ...scan, id: 8, order: 2 }
const picturesIn = (scans: object[], people: object[] = []) =>
  picturesOf(archiveOf({ items: [anItem(1, { item_scans: scans })], people: people as never }))

test('caches forget every address that a page names of a picture that is gone, and no other', () => {
  const gone = withdrawnPictures(picturesIn([scan, other]), picturesIn([other]))
  const source = { kind: 'scan', id: 7, base: '' } as const
  const large = largePicture(source, scan, { width: 880, height: 600 })
  const small = smallPicture(source, scan, { width: 224, height: 176 })
  const sets = [large.srcset, ...large.sources.map(({ srcset }) => srcset), small.srcset]
  const named = sets.flatMap((set) => set.split(', ').map((each) => each.split(' ')[0]))
  expect(gone).toEqual(expect.arrayContaining([...named, large.full, small.src]))
  expect(gone.filter((address) => !address.startsWith('/media/scan/0/7'))).toEqual([])
  expect(new Set(gone).size).toBe(gone.length)
})

test('a picture that was replaced has other addresses; a portrait has its own', () => {
  const replaced = withdrawnPictures(picturesIn([scan]), picturesIn([{ ...scan, version: 'fedcba9876543210' }]))
  expect(replaced).toContain('/media/scan/0/7.jpg?v=0123456789abcdef')
  const person = aPerson(3, { image: { width: 500, height: 400, version: '0123456789abcdef' } })
  expect(withdrawnPictures(picturesIn([scan], [person]), picturesIn([scan]))).toContain(
    '/media/person/0/3-320.webp?v=0123456789abcdef',
  )
  expect(withdrawnPictures(picturesIn([scan], [person]), picturesIn([scan], [person]))).toEqual([])
})

const text = {
  item: 1,
  scan: null,
  file: null,
  text: 'Mill',
  text_language: '',
  text_source: 'typed',
  text_by: '',
} as const
const texts = [
  { ...text, scan: 7, chapters: '', version: '07' },
  { ...text, scan: 8, chapters: '', version: '08' },
  { ...text, file: 5, chapters: '', version: '05', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nMill' },
]
const recording = { id: 5, order: 1, file_name: '', bytes: 9, pages: null, duration: 60, format: 'mp3' }
const textsIn = (rows: typeof texts) => {
  const item = anItem(1, { item_files: [{ ...recording, version: '0123456789abcdef' }] })
  return [...mediaFiles(archiveOf({ items: [item], texts: rows } as never))].map(({ path, address, version }) => [
    ...[path, address.replace(path, '').slice(1), version],
  ])
}

test('texts are files in each format and as a whole; a changed one has another version', () => {
  const found = textsIn(texts)
  expect(found.map(([path]) => path)).toEqual([
    ...['media/file/5/0123456789abcdef.mp3', 'media/file/5/0123456789abcdef.vtt'],
    ...[7, 8].flatMap((id) => ['txt', 'xml', 'json'].map((ending) => `media/text/0/${id}.${ending}`)),
    'media/item/0/1.txt',
  ])
  for (const [, query, version] of found.slice(1)) expect(query).toBe(`?v=${version}`)
  const changed = textsIn(texts.map((each) => (each.scan === 8 ? { ...each, version: '09' } : each)))
  const names = changed.filter(([, , version], at) => version !== found[at]![2]).map(([path]) => path)
  expect(names).toEqual(['media/text/0/8.txt', 'media/text/0/8.xml', 'media/text/0/8.json', 'media/item/0/1.txt'])
})
