import { expect, test } from 'vitest'
import { refusalOf, rowsOf, sentencesOf, tablesIn } from './make-files.ts'

const V3 = { '@context': 'http://iiif.io/api/presentation/3/context.json' }
async function recordsIn(manifest: object) {
  const [table] = await tablesIn('manifest.json', JSON.stringify(manifest))
  const rows = (await rowsOf(table!)).map(({ cells }) =>
    Object.fromEntries(table!.headings.map((heading, at) => [heading, cells[at]!]).filter(([, cell]) => cell)),
  )
  return { table: table!, rows }
}
const canvas = (label: string, body: object) => ({
  type: 'Canvas',
  label: { none: [label] },
  items: [{ type: 'AnnotationPage', items: [{ type: 'Annotation', body }] }],
})

test('a manifest of version 3 is a row: its texts by language, pairs as columns, pictures at their services', async () => {
  const { table, rows } = await recordsIn({
    ...V3,
    ...{ id: 'https://example.org/m', type: 'Manifest', label: { en: ['The mill'], fr: ['Le moulin'] } },
    metadata: [{ label: { en: ['Photographer'] }, value: { none: ['Ross, Ada', 'Lee, Cora'] } }],
    rights: 'http://creativecommons.org/licenses/by/4.0/',
    requiredStatement: { label: { en: ['From'] }, value: { en: ['The society'] } },
    navDate: '1905-03-01T00:00:00Z',
    items: [
      canvas('1r', {
        id: 'https://example.org/small.jpg',
        type: 'Image',
        service: [{ id: 'https://example.org/iiif/a/', type: 'ImageService3', profile: 'level1' }],
      }),
      canvas('1v', {
        id: 'https://example.org/iiif/b/full/600,/0/default.jpg',
        service: [{ id: 'https://example.org/iiif/b', type: 'ImageService3', profile: 'level0' }],
      }),
      canvas('2r', { type: 'Choice', items: [{ id: 'https://example.org/c.jpg', type: 'Image' }] }),
    ],
  })
  expect(table.program).toBe('IIIF')
  expect(rows).toEqual([
    {
      ...{ id: 'https://example.org/m', label: 'The mill', 'label (fr)': 'Le moulin' },
      ...{ rights: 'http://creativecommons.org/licenses/by/4.0/', requiredStatement: 'The society' },
      ...{ Photographer: 'Ross, Ada\nLee, Cora', navDate: '1905-03-01', pages: '1r\n1v\n2r' },
      pictures:
        'https://example.org/iiif/a/full/max/0/default.jpg\nhttps://example.org/iiif/b/full/600,/0/default.jpg\nhttps://example.org/c.jpg',
    },
  ])
})

test('a manifest of version 2', async () => {
  const image = { '@id': 'https://example.org/a', profile: 'http://iiif.io/api/image/2/level2.json' }
  const { rows } = await recordsIn({
    ...{ '@context': 'http://iiif.io/api/presentation/2/context.json', '@id': 'https://example.org/m' },
    ...{ '@type': 'sc:Manifest', label: 'The mill', license: 'https://example.org/terms' },
    metadata: [{ label: 'Date', value: [{ '@value': 'May 1905', '@language': 'en' }] }],
    related: { '@id': 'https://example.org/page', label: 'Page' },
    sequences: [
      { canvases: [{ label: 'p. 1', images: [{ resource: { '@id': 'https://example.org/a.jpg', service: image } }] }] },
    ],
  })
  expect(rows).toEqual([
    {
      ...{ id: 'https://example.org/m', label: 'The mill', license: 'https://example.org/terms', Date: 'May 1905' },
      ...{ related: 'Page\nhttps://example.org/page', pages: 'p. 1' },
      pictures: 'https://example.org/a/full/full/0/default.jpg',
    },
  ])
})

test('a collection names manifests, and says that it has no more', async () => {
  const { table, rows } = await recordsIn({
    ...V3,
    ...{ id: 'https://example.org/c', type: 'Collection', label: { en: ['Mills'] } },
    items: [
      { id: 'https://example.org/1', type: 'Manifest', label: { en: ['One'] } },
      { id: 'https://example.org/c2', type: 'Collection', label: { en: ['More'] } },
    ],
  })
  expect(rows).toEqual([{ id: 'https://example.org/1', label: 'One', collection: 'Mills' }])
  expect(sentencesOf(table)).toEqual([
    'This collection only names its manifests. To import all that they say, save each of them as a file (1 manifests, 1 collections).',
  ])
})

test('what is no manifest is refused with a sentence', async () => {
  expect(await refusalOf('a.json', JSON.stringify({ ...V3, type: 'AnnotationPage' }))).toContain('no manifest')
  expect(await refusalOf('a.json', JSON.stringify(V3).slice(0, -1))).toContain('is broken')
})
