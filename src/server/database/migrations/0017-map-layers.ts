import { CompiledQuery, type Kysely } from 'kysely'
import { society } from '#society'

interface Entry {
  id: string
  title: string
  year: number | null
}
interface Layers {
  overlays: readonly (Entry & { layer: number; inLegend: boolean })[]
  baseMaps: readonly (Entry & { layers?: readonly number[]; credit: { text: string; href: string } })[]
}

/** What src/society.ts said until titles, order and legend of maps moved to the archive: an archive with these layers showed them so. */
const credit = { text: 'Drawn for the demo town', href: '' }
const aerial = (year: number) => ({
  ...{ id: `aerial-${year}`, title: 'County aerial imagery', year },
  ...{ layers: [year, year * 10], credit },
})
const FORMER: Layers = {
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

/**
 * What visitors of an archive saw of its layers: as src/society.ts says, where somebody has edited it, otherwise as it said before. Layers that it did not show
 * are not listed; cataloguers find them on the page of old maps.
 */
export function formerLayers(layers: readonly number[], edited: Layers, former: Layers = FORMER): Layers {
  const present = new Set(layers)
  const known = new Set([
    ...edited.overlays.map(({ layer }) => layer),
    ...edited.baseMaps.flatMap((base) => base.layers ?? []),
  ])
  const shown = ({ layer }: { layer: number }) => present.has(layer)
  const isOwn = ({ layers = [] }: { layers?: readonly number[] }) => layers.some((layer) => present.has(layer))
  const ids = new Set([...edited.overlays, ...edited.baseMaps].map(({ id }) => id))
  return {
    overlays: [
      ...edited.overlays.filter(shown),
      ...former.overlays.filter((each) => shown(each) && !known.has(each.layer) && !ids.has(each.id)),
    ],
    baseMaps: [
      ...edited.baseMaps.filter(isOwn),
      ...former.baseMaps.filter(
        (each) => isOwn(each) && !each.layers!.some((layer) => known.has(layer)) && !ids.has(each.id),
      ),
    ],
  }
}

/** Titles, order and legend of the map's layers are a row of `setting`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (statement: string, parameters: readonly unknown[] = []) =>
    db.executeQuery<{ layer: number }>(CompiledQuery.raw(statement, [...parameters]))
  const { rows } = await run('select layer from overlay order by layer')
  if (rows.length === 0) return
  const layers = formerLayers(
    rows.map(({ layer }) => Number(layer)),
    society.map,
  )
  await run('insert into setting (name, value) values (?, ?)', ['map-layers', JSON.stringify(layers)])
}
