import { expect, test } from 'vitest'
import { itemManifestOf } from '#release/files/iiif/item-manifest.ts'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const SITE = 'https://archive.example'
const scan = (id: number) => ({ id, order: 1, width: 2400, height: 1600, version: '0123456789abcdef' })

test('texts can be downloaded and searched in; with a recording the first picture is no canvas of its own', () => {
  const file = { id: 5, order: 1, file_name: '', bytes: 9, pages: null, duration: 60, format: 'mp3' }
  const item = anItem(1, {
    type: 'oral_history',
    item_scans: [scan(7), { ...scan(8), has_text: true }],
    item_files: [{ ...file, version: '0123456789abcdef' }],
  })
  const text = { item: 1, scan: 8, file: null, text: 'Mill', text_language: '', text_source: 'typed', text_by: '' }
  const withText = archiveOf({ items: [item], texts: [{ ...text, chapters: '', version: '0a' }] } as never)
  const manifest = itemManifestOf(withText, item, { site: SITE, api: SITE, pictures: '' }) as Record<string, never>
  const canvas = (name: string | number) => `${SITE}/iiif/item/1/canvas/${name}`
  const plain = (path: string) => ({ id: `${SITE}${path}`, type: 'Text', format: 'text/plain' })
  expect(manifest).toMatchObject({
    rendering: [plain('/media/item/0/1.txt?v=a')],
    service: [
      { id: `${SITE}/api/item/1/search/`, type: 'SearchService2', service: [{ type: 'AutoCompleteService2' }] },
      {
        ...{ '@id': `${SITE}/api/item/1/search/1/`, '@type': 'SearchService1' },
        profile: 'http://iiif.io/api/search/1/search',
      },
    ],
    items: [
      { id: canvas('file-5'), accompanyingCanvas: { id: canvas(7) } },
      {
        id: canvas(8),
        rendering: [
          plain('/media/text/0/8.txt?v=a'),
          { id: `${SITE}/media/text/0/8.xml?v=a`, type: 'Text', format: 'application/xml' },
        ],
        annotations: [{ id: `${SITE}/media/text/0/8.json?v=a`, type: 'AnnotationPage' }],
      },
    ],
  })
  expect(manifest['items']).toHaveLength(2)
})
