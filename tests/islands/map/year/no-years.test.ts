import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import MapView from '#islands/map/MapView.tsx'

test('an archive without dates has no control, no links to years, and no room for them', () => {
  const html = (years: number[]) =>
    renderToStaticMarkup(createElement(MapView, { apiBase: '', layers: { overlays: [], baseMaps: [] }, years }))
  expect(html([1870, 1890])).toMatch(/Any time.*choose a year.*1870.*1890/s)
  expect(html([])).not.toMatch(/any time|\byears?\b/i)
})
