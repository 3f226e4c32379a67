import * as v from 'valibot'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CatalogueRow } from '#components/record/CatalogueRecord.tsx'
import { collection } from '#contract/collection.ts'
import { localContexts } from '#contract/local-contexts.ts'
import { feed } from '#release/files/feeds.ts'
import { itemManifestOf } from '#release/files/iiif/item-manifest.ts'
import { itemTerms } from '#rules/citations/dublin-core.ts'
import { collectionText, localContextsOf } from '#rules/citations/local-contexts.ts'
import { pagesOfCollection } from '#snapshot/pages/browse/collection-pages.ts'
import { itemPage } from '#snapshot/pages/item-page.ts'
import { itemJsonLd } from '#snapshot/pages/json-ld.ts'
import { contextRow } from '#views/local-contexts.ts'
import { anItem, archiveOf } from '../../snapshot/pages/archive-of.ts'

const PROJECT = 'https://localcontextshub.org/projects/1d220c8c-1a9b-449c-a3d8-2baf48491336'
const LABEL = 'TK Attribution (TK A): Say “Mi’kmaq of <Esgenoôpetitj>”: always'
const said = (text: string) => v.safeParse(localContexts, text)

test('names of labels and notices become official, projects an address; a line that is neither is refused', () => {
  for (const [typed, kept] of [
    ['', ''],
    [LABEL, LABEL],
    [' tk secret / sacred \n\n', 'TK Secret / Sacred (TK SS)'],
    ['traditional knowledge notice', 'Traditional Knowledge (TK) Notice'],
    ['BC Consent Non-Verified (BC CNV): x', 'BC Consent Non-Verified (BC CNV): x'],
    [`${PROJECT.toUpperCase().replace('HTTPS', 'http')}/`, PROJECT],
    [PROJECT.slice(-36), PROJECT],
    [`${PROJECT}\nAttribution Incomplete Notice`, `${PROJECT}\nAttribution Incomplete Notice`],
  ] as const)
    expect(said(typed).output).toBe(kept)
  const elsewhere = PROJECT.replace('localcontextshub.org', 'localcontextshub.org.evil.example')
  for (const wrong of ['TK', 'Attribution', 'TK Attribution us', elsewhere, `${LABEL}\nconstructor`, 'javascript:0'])
    expect(said(wrong).issues?.[0].message, wrong).toContain('localcontexts.org')
})

test('an item says its own, or what its collection says', () => {
  const collection = { id: 1, collection_name: 'Baskets', local_contexts: PROJECT }
  expect(localContextsOf(anItem(1, { collection }))).toEqual([PROJECT])
  expect(localContextsOf(anItem(1, { collection, local_contexts: LABEL }))).toEqual([LABEL])
  expect(localContextsOf(anItem(1, { collection: { id: 1, collection_name: 'Baskets' } }))).toEqual([])
})

test('page, JSON-LD, IIIF, feed, Dublin Core and the collection say the same; nothing is said where there is none', () => {
  const items = [anItem(1, { local_contexts: `${LABEL}\n${PROJECT}` }), anItem(2)]
  const archive = archiveOf({ items })
  const row = (id: number) => itemPage(archive, id)!.record.find(({ term }) => term === 'Local Contexts')
  expect(row(1)?.values).toEqual([
    { text: LABEL, name: 'TK Attribution (TK A)' },
    { text: 'Project at the Local Contexts Hub', href: PROJECT, external: true },
  ])
  expect(row(2)).toBeUndefined()
  const jsonLd = (id: number) => itemJsonLd(itemPage(archive, id)!, new URL('https://archive.example/'))
  expect(jsonLd(1)).toMatchObject({ conditionsOfAccess: [LABEL, PROJECT] })
  expect(jsonLd(2)).not.toHaveProperty('conditionsOfAccess')
  const places = { site: 'https://archive.example', api: '', pictures: '' }
  const manifest = JSON.stringify(itemManifestOf(archive, items[0]!, places))
  expect(manifest).toContain('TK Attribution (TK A): Say')
  expect(manifest).toContain(PROJECT)
  expect(feed(archive, places.site)).toContain('TK Attribution (TK A): Say “Mi’kmaq of &lt;Esgenoôpetitj&gt;”')
  expect(itemTerms(items[0]!, places.site)).toContainEqual(['accessRights', LABEL, PROJECT])
  const baskets = {
    id: 1,
    collection_name: 'B',
    collection_description: 'Baskets',
    hierarchy: 'fond',
    local_contexts: LABEL,
  }
  expect(collectionText(v.parse(collection, baskets))).toBe(`Baskets\n\n${LABEL}`)
  const [page] = pagesOfCollection(archive, v.parse(collection, baskets))
  expect(page![1]()).toMatchObject({
    text: 'Baskets',
    contexts: { values: [{ text: LABEL, name: LABEL.slice(0, 21) }] },
  })
})

test('of a project that was fetched, pages show the labels in all languages, with pictures of the site', () => {
  const label = {
    name: 'TK Clan (TK CL)',
    text: 'Ours.',
    language_tag: 'en',
    community: 'Esgenoôpetitj',
    version: 'b57a',
  }
  const translations = [{ translated_name: 'Wikmaq', translated_text: '', language_tag: '' }]
  const contexts = [
    { id: PROJECT.slice(-36), title: 'Baskets', fetched_at: '', labels: [{ ...label, png: 'AAAA', translations }] },
    { id: '2', title: 'Of others', fetched_at: '', labels: [] },
  ]
  const values = (icon: string) => [
    { text: 'Baskets', href: PROJECT, external: true },
    { text: 'TK Clan (TK CL), Esgenoôpetitj: Ours.', name: 'TK Clan (TK CL), Esgenoôpetitj', lang: 'en', icon },
    { text: 'Wikmaq: ', name: 'Wikmaq' },
  ]
  const archive = archiveOf({ items: [anItem(1, { local_contexts: PROJECT })] }, '', { contexts })
  const row = itemPage(archive, 1)!.record.find(({ term }) => term === 'Local Contexts')!
  expect(row.values).toEqual(values('/data/label.b57a.png'))
  expect(renderToStaticMarkup(CatalogueRow(row))).toContain('<dd lang="en"><img src="/data/label.b57a.png" alt="" ')
  // The live shell has no file of them yet.
  expect(contextRow({ local_contexts: PROJECT, contexts }).values).toEqual(values('data:image/png;base64,AAAA'))
})
