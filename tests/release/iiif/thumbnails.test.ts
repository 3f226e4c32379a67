import * as v from 'valibot'
import { expect, test } from 'vitest'
import { collection } from '#contract/collection.ts'
import { iiifDocuments } from '#release/files/iiif/collection-manifest.ts'
import { collectionManifest, UNCOLLECTED_MANIFEST, TOP_MANIFEST } from '#rules/media/iiif-addresses.ts'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'
import { checkCollection } from './presentation-checks.ts'

const SITE = 'https://archive.example'
const aCollection = (id: number, parent_collection: number | null = null) =>
  v.parse(collection, {
    id,
    collection_name: `Collection ${id}`,
    collection_description: '',
    hierarchy: 'fond',
    parent_collection,
  })
const aPicture = (id: number, scan: number | null, within: number | null) =>
  anItem(id, {
    item_scans: scan === null ? [] : [{ id: scan, width: 2400, height: 1600, version: '0123456789abcdef' }],
    collection: within === null ? null : { id: within, collection_name: `Collection ${within}` },
  })

interface Shown {
  id: string
  thumbnail?: { id: string; width: number; height: number }[]
  items: Shown[]
}
const collections = [aCollection(1), aCollection(2, 1), aCollection(3, 2), aCollection(4)]
function documentsOf(...items: ReturnType<typeof anItem>[]) {
  const documents = new Map(iiifDocuments(archiveOf({ collections, items }), SITE))
  return (address: string) => {
    const document = documents.get(address) as Shown
    checkCollection(document)
    return document
  }
}
const scanOf = ({ thumbnail }: Shown) => thumbnail?.map(({ id }) => Number(/\/(\d+)-320\.jpg/.exec(id)?.[1]))

test("a collection's thumbnail is its first picture, or one of a subcollection (Presentation API 3 §3.1: should)", () => {
  const read = documentsOf(aPicture(1, null, 2), aPicture(2, 8, 2), aPicture(3, 9, 2), aPicture(4, 7, 3))
  expect([1, 2, 3, 4].map((id) => scanOf(read(collectionManifest(id))))).toEqual([[8], [8], [7], undefined])
  expect(read(collectionManifest(1)).thumbnail).toMatchObject([{ width: 320, height: 213 }])
})

test('parents list the same thumbnail', () => {
  const read = documentsOf(aPicture(1, 8, 2))
  expect(read(collectionManifest(1)).items.map(scanOf)).toEqual([[8]])
  expect(read(TOP_MANIFEST).items.map(scanOf)).toEqual([[8], undefined])
})

test('the top manifest has the first of them, or one of the uncollected items', () => {
  expect(scanOf(documentsOf(aPicture(1, 8, 3), aPicture(2, 9, null))(TOP_MANIFEST))).toEqual([8])
  const loose = documentsOf(aPicture(2, 9, null))
  expect([scanOf(loose(TOP_MANIFEST)), scanOf(loose(UNCOLLECTED_MANIFEST))]).toEqual([[9], [9]])
  expect(scanOf(documentsOf(aPicture(2, null, null))(TOP_MANIFEST))).toBeUndefined()
})
