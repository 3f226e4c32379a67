import { describe, expect, test } from 'vitest'
import { planLayers } from '#islands/map/engine/layer-plan.ts'
import type { SocietyMap } from '#islands/map/engine/layer-plan.ts'
import { society } from '#society'
import type { Overlay } from '#contract/overlay.ts'

const overlay = (layer: number): Overlay => ({
  layer,
  version: '0123456789ab',
  bounds: [-81.8, 43.5, -81.6, 43.6],
  minimum_zoom: 13,
  maximum_zoom: 19,
})
const credit = { text: 'Somebody', href: '' }
const map: SocietyMap = {
  overlays: [
    { id: 'top', layer: 4 },
    { id: 'middle', layer: 5 },
    { id: 'low', layer: 6 },
  ],
  baseMaps: [
    { id: 'own', layers: [2015, 20150], credit },
    { id: 'tiles', tiles: 'https://tiles.example/{z}/{x}/{y}.png', deepest: 18, credit },
    { id: 'service', wms: 'https://wms.example/ows', wmsLayers: 'aerial', credit },
  ],
}
const shown = (...ids: string[]) => Object.fromEntries(ids.map((id) => [id, { visible: true, opacity: 0.5 }]))
const KEPT = [2015, 20150, 4, 5, 6].map(overlay)
const ids = (plan: ReturnType<typeof planLayers>) => plan.layers.map(({ id }) => id)

describe('layers', () => {
  test('are in the order of society.ts, first on top, over one base map', () => {
    const plan = planLayers(map, { baseMap: 'own', overlays: shown('low', 'top', 'middle') }, KEPT, '')
    expect(ids(plan)).toEqual(['own', 'own', 'low', 'middle', 'top'])
    const orders = plan.layers.map(({ order }) => order)
    expect(orders).toEqual(orders.toSorted((a, b) => a - b))
    expect(new Set(orders).size).toBe(orders.length)
    // The town in detail over its countryside.
    expect(plan.layers[1]!.url).toContain('r:0=2015,')
  })
  test('of a comparison are on their sides; under an old map is the base map', () => {
    const sides = (comparison: { left: string; right: string }) =>
      planLayers(map, { baseMap: 'tiles', overlays: shown('top'), comparison }, KEPT, '').layers.map(
        ({ id, side, opacity }) => [id, side, opacity],
      )
    expect(sides({ left: 'low', right: 'service' })).toEqual([
      ['tiles', null, 1],
      ['low', 'left', 1],
      ['service', 'right', 1],
    ])
    const plan = planLayers(
      map,
      { baseMap: 'tiles', overlays: {}, comparison: { left: 'own', right: 'own' } },
      KEPT,
      '',
    )
    expect(new Set(plan.layers.map(({ key }) => key)).size).toBe(plan.layers.length)
    expect(plan.credits).toHaveLength(2)
  })
  test('have the URL of the spec, with version, bounds and levels from the archive', () => {
    const { layers } = planLayers(map, { baseMap: '', overlays: shown('top') }, KEPT, 'https://api.example')
    const top = layers.at(-1)!
    expect(top.url).toBe(
      'https://api.example/raster/algebra/{z}/{x}/{y}.png?layers=r:0=4,g:0=4,b:0=4&alpha=0&v=0123456789ab',
    )
    expect(top).toMatchObject({ opacity: 0.5, bounds: [-81.8, 43.5, -81.6, 43.6], levels: { least: 13, deepest: 19 } })
  })
  test('that replace each other share a slot: base maps, and versions of an overlay', () => {
    const slots = ['own', 'tiles', 'service'].map((baseMap) =>
      planLayers(map, { baseMap, overlays: shown('top') }, KEPT, '').layers.map(({ slot }) => slot),
    )
    const [own, tiles, service] = slots.map((each) => new Set(each))
    expect(own!.size).toBe(2)
    expect([tiles, service]).toEqual([own, own])
  })
  test('that the archive does not have are missing, and not requested', () => {
    const plan = planLayers(map, { baseMap: 'own', overlays: shown('top', 'low') }, [overlay(2015), overlay(6)], '')
    expect(ids(plan)).toEqual(['own', 'low'])
    expect(plan.missing).toEqual(['top'])
  })
  test('are not requested until the list is known, and all are when the server does not say', () => {
    const chosen = { baseMap: 'own', overlays: shown('top') }
    expect(planLayers(map, chosen, undefined, '')).toMatchObject({ layers: [], missing: [] })
    const asked = planLayers(map, chosen, null, '')
    expect(ids(asked)).toEqual(['own', 'own', 'top'])
    expect(asked.layers.every(({ url, bounds }) => !url.includes('&v=') && bounds === null)).toBe(true)
  })
  test('of other servers do not depend on the archive', () => {
    const tiles = planLayers(map, { baseMap: 'tiles', overlays: {} }, undefined, '')
    expect(tiles.layers).toMatchObject([
      { id: 'tiles', url: 'https://tiles.example/{z}/{x}/{y}.png', levels: { deepest: 18 } },
    ])
    const service = planLayers(map, { baseMap: 'service', overlays: {} }, undefined, '')
    expect(service.layers).toMatchObject([{ url: 'https://wms.example/ows', wmsLayers: 'aerial' }])
  })
  test('an unknown base map becomes the first', () => {
    expect(planLayers(map, { baseMap: 'nonsense', overlays: {} }, KEPT, '').baseMap?.id).toBe('own')
  })
  test('opacity and order do not change the key; a version does', () => {
    const of = (opacity: number, kept: Overlay[]) =>
      planLayers(map, { baseMap: 'own', overlays: { top: { visible: true, opacity } } }, kept, '').layers.at(-1)!.key
    expect(of(0.2, KEPT)).toBe(of(0.9, KEPT))
    expect(of(1, [{ ...overlay(4), version: 'ba9876543210' }])).not.toBe(of(1, KEPT))
  })
  test('of society.ts can be planned', () => {
    for (const { id } of society.map.baseMaps)
      expect(planLayers(society.map, { baseMap: id, overlays: {} }, null, '').layers.length).toBeGreaterThan(0)
  })
})
