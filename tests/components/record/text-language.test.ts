import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { label, metadata, ownLabel } from '#release/files/iiif/common.ts'
import { applySettings } from '#rules/settings/society-settings.ts'

/** The components as in the pages of a French collection. */
async function inFrench() {
  vi.resetModules()
  vi.doMock('#rules/settings/text-language.ts', () => ({ TEXT_LANGUAGE: 'fr-CA' }))
  onTestFinished(() => {
    vi.doUnmock('#rules/settings/text-language.ts')
    vi.resetModules()
  })
  const { Heritage } = await import('#components/record/Heritage.tsx')
  const { GalleryItem } = await import('#components/record/PrintLink.tsx')
  return { Heritage, GalleryItem }
}

test('titles and texts of a French collection are marked as French; the words of the page are not', async () => {
  const { Heritage, GalleryItem } = await inFrench()
  const heritage = createElement(Heritage, {
    heritage: [
      { architectural_style: 'Georgian', architectural_description: 'En pierre.', heritage_registry_entry: '' },
    ],
    plaques: [{ name: 'Le moulin', text: 'Ici' }],
    level: 3,
  })
  const html = renderToStaticMarkup(heritage)
  expect(html).toContain('<dd class="prose" lang="fr-CA">En pierre.</dd>')
  expect(html).toContain('<figcaption lang="fr-CA">Le moulin</figcaption>')
  expect(html).toContain('<h3 class="part-title">Plaques</h3>')
  const item = { href: '/itemview/1/', title: 'Vue du port', type: 'Postcard', picture: null, date: null }
  const card = renderToStaticMarkup(createElement(GalleryItem, { item }))
  expect(card).toContain('<span class="title" lang="fr-CA">Vue du port</span>')
  expect(card).toContain('<span>Postcard</span>')
})

test('IIIF: the collection’s texts are in its language, terms in English', () => {
  applySettings({ language: 'fr-CA' })
  expect(label('Vue du port')).toEqual({ 'fr-CA': ['Vue du port'] })
  expect(ownLabel('Attribution')).toEqual({ en: ['Attribution'] })
  const [row] = metadata([{ term: 'Place', values: [{ text: 'Quai' }] }], String, [])
  expect(row).toEqual({ label: { en: ['Place'] }, value: { 'fr-CA': ['Quai'] } })
  applySettings({})
})
