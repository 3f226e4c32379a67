import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmbedded } from '#rules/import/embedded.ts'
import { withExif, withIptc, withXmp } from './pictures-saying.ts'
import { runs } from '../../setup/length.ts'

const said = (bytes: Buffer, name = 'IMG_7.jpg') => readEmbedded(new Blob([new Uint8Array(bytes)]), `scans/${name}`)
const NOTHING = { title: '', caption: '', date: '', taken: '', creators: [], keywords: [], place: '' }

const IPTC: [number, string][] = [
  [5, 'The mïll'],
  [120, 'Café “Royal”\nand the mill'],
  [25, 'mills'],
  [25, 'été'],
  [80, 'Ada Ross'],
  [55, '19050300'],
  [92, 'Mill Street'],
  [90, 'Brannock Bay'],
]

test('IPTC in UTF-8 and in Latin-1', async () => {
  const expected = {
    ...{ title: 'The mïll', caption: 'Café “Royal”\nand the mill', date: '1905-03', taken: '', creators: ['Ada Ross'] },
    ...{ keywords: ['mills', 'été'], place: 'Mill Street, Brannock Bay' },
  }
  expect(await said(await withIptc(IPTC))).toEqual(expected)
  const latin = IPTC.map(([tag, text]): [number, string] => [tag, text.replace(/[“”]/g, '"')])
  expect(await said(await withIptc(latin, 'latin1'))).toEqual({ ...expected, caption: 'Café "Royal"\nand the mill' })
})

test.each(['jpeg', 'tiff'] as const)('XMP in %s, its first language, with signs as they were typed', async (format) => {
  const alt = (tag: string, ...texts: string[]) =>
    `<dc:${tag}><rdf:Alt>${texts.map((text, at) => `<rdf:li xml:lang="${at ? 'fr' : 'x-default'}">${text}</rdf:li>`).join('')}</rdf:Alt></dc:${tag}>`
  const bag = (tag: string, ...texts: string[]) =>
    `<dc:${tag}><rdf:Bag>${texts.map((text) => `<rdf:li>${text}</rdf:li>`).join('')}</rdf:Bag></dc:${tag}>`
  const tags = [
    ...[
      alt('title', 'Ross &amp; Sons', 'Ross et fils'),
      bag('creator', 'Ada Ross', 'Cora Lee'),
      bag('subject', 'mills', 'fires'),
    ],
    '<photoshop:DateCreated>1905-03-14T00:00:00</photoshop:DateCreated><photoshop:City>Brannock Bay</photoshop:City>',
    '<exif:GPSLatitude>44,5.5N</exif:GPSLatitude>',
  ]
  expect(await said(await withXmp(tags.join(''), format))).toEqual({
    ...{ ...NOTHING, title: 'Ross & Sons', date: '1905-03-14', creators: ['Ada Ross', 'Cora Lee'] },
    ...{ keywords: ['mills', 'fires'], place: 'Brannock Bay' },
  })
})

test('EXIF: a caption, the day of a camera but not of a scanner, no position, nothing that a machine wrote', async () => {
  const exif = {
    IFD0: { ImageDescription: 'Launch of the Heron', Artist: 'Cora Lee' },
    IFD2: { DateTimeOriginal: '2019:05:03 10:00:00', ExposureTime: '1/60' },
    IFD3: { GPSLatitude: '44/1 0/1 0/1', GPSLatitudeRef: 'N' },
  }
  const expected = { ...NOTHING, caption: 'Launch of the Heron', creators: ['Cora Lee'], taken: '2019-05-03' }
  expect(await said(await withExif(exif))).toEqual(expected)
  expect(await said(await withExif(exif, 'png'), 'a.png')).toEqual(expected)
  const scanned = { ...exif, IFD2: { DateTimeOriginal: '2019:05:03 10:00:00' } }
  expect(await said(await withExif(scanned))).toEqual({ ...expected, taken: '' })
  expect(await said(await withExif({ IFD0: { ImageDescription: 'OLYMPUS DIGITAL CAMERA' } }))).toBeUndefined()
  expect(await said(await withExif({ IFD3: exif.IFD3 }))).toBeUndefined()
})

test('a title that is the name of the file, or says what the caption says, is said once or not at all', async () => {
  expect(await said(await withIptc([[5, 'IMG_7']]))).toBeUndefined()
  expect(
    await said(
      await withIptc([
        [5, 'The mill'],
        [120, 'The mill'],
      ]),
    ),
  ).toEqual({ ...NOTHING, title: 'The mill' })
})

test('a damaged picture says nothing, or something, and never more than text', async () => {
  const whole = [
    await withIptc(IPTC),
    await withExif({ IFD0: { ImageDescription: 'A' } }, 'png'),
    await withXmp('<dc:title>A</dc:title>'),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 20 }),
      fc.nat(),
      async (picture, changes, cut) => {
        const bytes = Buffer.from(picture)
        // Where the tags are.
        for (const [at, byte] of changes) bytes[at % Math.min(bytes.length, 600)] = byte
        const cutOff = bytes.subarray(0, cut % 3 === 0 ? cut % bytes.length : bytes.length)
        const { creators = [], keywords = [], ...texts } = (await said(cutOff)) ?? {}
        for (const text of [...creators, ...keywords, ...Object.values(texts)]) expect(typeof text).toBe('string')
      },
    ),
    { numRuns: runs(300) },
  )
  expect(await said(Buffer.alloc(0))).toBeUndefined()
})
