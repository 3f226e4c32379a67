import type { MapLayers } from '#contract/map-layers.ts'

const credit = { text: 'Drawn for the demo town', href: '' }
const aerial = (year: number) => ({
  id: `aerial-${year}`,
  title: 'County aerial imagery',
  year,
  // The town in detail over its countryside.
  layers: [year, year * 10],
  credit,
})

/** The six old maps and the aerial imagery of the demo town, as the spec lists them (§2 "Legend"); `layer` is §7's number of a tile. */
export const DEMO_MAP_LAYERS: MapLayers = {
  overlays: [
    { id: 'town-1835', layer: 4, title: 'Town and estate plan', year: 1835, inLegend: true },
    { id: 'surroundings-1835', layer: 5, title: 'Plan of the surroundings', year: 1835, inLegend: true },
    { id: 'town-1856', layer: 6, title: 'Town plan', year: 1856, inLegend: true },
    { id: 'town-1879', layer: 7, title: 'Town map', year: 1879, inLegend: true },
    { id: 'cemetery-1969', layer: 8, title: 'Cemetery plan', year: 1969, inLegend: true },
    { id: 'county-1862', layer: 9, title: 'County map', year: 1862, inLegend: false },
  ],
  baseMaps: [aerial(2015), aerial(2010), aerial(2006)],
}
