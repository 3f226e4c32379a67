import { describe, expect, test } from 'vitest'
import type { BaseMapEntry, OverlayEntry } from '#contract/map-layers.ts'
import { layerId, mergeMapLayers, namesLayer, showAsBaseMap, visibleLayers } from '#rules/map/map-layers.ts'

const plan = (id: string, layer: number): OverlayEntry => ({ id, layer, title: id, year: null, inLegend: true })
const base = (id: string, year: number | null, layers?: number[]): BaseMapEntry => ({
  ...{ id, title: id, year, credit: { text: '', href: '' } },
  ...(layers ? { layers } : { tiles: 'https://tiles.example/{z}/{x}/{y}.png' }),
})
const OSM = base('osm', null)
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id)

describe('layers of the archive and of society.ts', () => {
  test('old maps of the archive come first, and replace those with their id or number', () => {
    const archive = { overlays: [plan('a', 4), plan('b', 5)], baseMaps: [] }
    const { overlays } = mergeMapLayers(archive, { overlays: [plan('c', 4), plan('b', 6), plan('d', 7)], baseMaps: [] })
    expect(ids(overlays)).toEqual(['a', 'b', 'd'])
    expect(overlays[1]!.layer).toBe(5)
  })
  test('imagery of 2015 is the default; otherwise society.ts keeps its order', () => {
    const merge = (own: BaseMapEntry[], listed: BaseMapEntry[]) =>
      ids(mergeMapLayers({ overlays: [], baseMaps: own }, { overlays: [], baseMaps: listed }).baseMaps)
    expect(merge([], [OSM])).toEqual(['osm'])
    expect(merge([base('y2010', 2010, [10]), base('y2015', 2015, [15])], [OSM])).toEqual(['y2015', 'y2010', 'osm'])
    expect(merge([], [OSM, base('county', 2015)])).toEqual(['county', 'osm'])
    expect(merge([base('y2010', 2010, [10])], [OSM, base('y2010', null)])).toEqual(['osm', 'y2010'])
    expect(merge([base('flown', 2022, [9])], [OSM, base('county', null)])).toEqual(['osm', 'flown', 'county'])
  })
  test('a removed map is not shown, until its layer is there again', () => {
    const stored = { overlays: [{ ...plan('a', 4), removed: '2026-11-23' }, plan('later', 5)], baseMaps: [] }
    expect(visibleLayers(stored, new Set()).overlays).toEqual([plan('later', 5)])
    expect(visibleLayers(stored, new Set([4])).overlays).toEqual([plan('a', 4), plan('later', 5)])
  })
  test('an old map becomes a base map before those of others, and an old map again, with its texts', () => {
    const credit = { text: 'County', href: '' }
    const flown = { ...plan('flown-2022', 9), description: 'From a drone.', credit }
    const stored = { overlays: [plan('a', 4), flown], baseMaps: [base('y2015', 2015, [15, 150]), OSM] }
    const shown = showAsBaseMap(stored, 9, true)
    expect(ids(shown.overlays)).toEqual(['a'])
    expect(ids(shown.baseMaps)).toEqual(['y2015', 'flown-2022', 'osm'])
    expect(shown.baseMaps[1]).toEqual({
      inLegend: true,
      ...{ id: 'flown-2022', title: 'flown-2022', year: null, credit, layers: [9], description: 'From a drone.' },
    })
    expect(showAsBaseMap(shown, 9, false).overlays).toEqual([flown, plan('a', 4)])
    expect(showAsBaseMap(shown, 9, false).baseMaps).toEqual(stored.baseMaps)
    // What the legend did not offer, it does not offer afterwards.
    const hidden = { ...stored, overlays: [{ ...flown, inLegend: false }] }
    expect(showAsBaseMap(showAsBaseMap(hidden, 9, true), 9, false).overlays).toEqual(hidden.overlays)
    expect(visibleLayers(showAsBaseMap(hidden, 9, true), new Set([9])).baseMaps[1]).not.toHaveProperty('inLegend')
    // One of several layers leaves the others.
    const { overlays, baseMaps } = showAsBaseMap(stored, 15, false)
    expect([overlays[0]!.layer, overlays[0]!.id, baseMaps[0]!.layers]).toEqual([15, 'y2015-2015', [150]])
    for (const [layer, isBase] of [
      [4, false],
      [15, true],
      [77, true],
    ] as const)
      expect(showAsBaseMap(stored, layer, isBase)).toEqual(stored)
  })
  test('a base map whose imagery was removed is not shown, until it is there again', () => {
    const stored = { overlays: [], baseMaps: [{ ...base('flown', null, [9]), removed: '2026-11-23' }, OSM] }
    expect(ids(visibleLayers(stored, new Set()).baseMaps)).toEqual(['osm'])
    expect(ids(visibleLayers(stored, new Set([9])).baseMaps)).toEqual(['flown', 'osm'])
  })
  test('a layer is named by an old map or by a base map', () => {
    const stored = { overlays: [plan('a', 4)], baseMaps: [base('y2015', 2015, [15, 150]), OSM] }
    expect([4, 15, 150, 6].map((layer) => namesLayer(stored, layer))).toEqual([true, true, true, false])
  })
})

test.each([
  ['Town plan', 1856, [], 'town-plan-1856'],
  ['Plan d’Évêque — Ø', null, [], 'plan-d-eveque'],
  ['Town plan', 1856, ['town-plan-1856', 'town-plan-1856-2'], 'town-plan-1856-3'],
  ['地図', null, [], 'map'],
])('the id of %s %s', (title, year, taken, id) => {
  expect(
    layerId(
      title,
      year,
      taken.map((each) => ({ id: each })),
    ),
  ).toBe(id)
})
