import { expect, test } from 'vitest'
import { largePicture, previewPicture, smallPicture } from '#rules/media/pictures.ts'
import { picturesOf, withdrawnPictures } from '#release/media/site-media-files.ts'
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
  expect(gone).toEqual(expect.arrayContaining([...named, large.full, small.src, previewPicture(source, scan).src]))
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
