import type { ForeignBaseMap } from '#contract/map-layers.ts'
import { layerId } from '#rules/map/map-layers.ts'

/** A base map of another server as it is typed. */
export interface BaseMapRow {
  /** Of the row; names nothing. */
  key: number
  /** Empty for a new one. */
  id: string
  kind: 'tiles' | 'wms'
  title: string
  year: string
  tiles: string
  deepest: string
  wms: string
  wmsLayers: string
  creditText: string
  creditHref: string
}

export const rowsOf = (baseMaps: readonly ForeignBaseMap[]): BaseMapRow[] =>
  baseMaps.map(({ id, title, year, credit, tiles = '', deepest, wms, wmsLayers = '' }, key) => ({
    ...{ key, id, title, tiles, wmsLayers, wms: wms ?? '' },
    kind: wms === undefined ? 'tiles' : 'wms',
    year: String(year ?? ''),
    deepest: String(deepest ?? ''),
    creditText: credit.text,
    creditHref: credit.href ?? '',
  }))

export const newRow = (key: number): BaseMapRow => ({
  ...{ key, id: '', kind: 'tiles', title: '', year: '', tiles: '', deepest: '', wms: '', wmsLayers: '' },
  ...{ creditText: '', creditHref: '' },
})

/** A number, or what was typed instead, so that the schema says what is wrong. */
const numberIn = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : text)

/** The setting that rows stand for; it still has to be checked. A new one gets an id from its name. */
export function baseMapsOf(rows: readonly BaseMapRow[]) {
  const taken = rows.filter(({ id }) => id !== '').map(({ id }) => ({ id }))
  return rows.map(({ id: known, kind, title, year, tiles, deepest, wms, wmsLayers, creditText, creditHref }) => {
    const id = known || layerId(title, null, taken)
    taken.push({ id })
    return {
      ...{ id, title },
      year: year.trim() === '' ? null : numberIn(year),
      credit: { text: creditText, href: creditHref.trim() },
      ...(kind === 'wms' ? { wms, wmsLayers } : { tiles, ...(deepest.trim() && { deepest: numberIn(deepest) }) }),
    }
  })
}
