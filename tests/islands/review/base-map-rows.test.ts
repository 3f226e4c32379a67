import { expect, test } from 'vitest'
import * as v from 'valibot'
import { foreignBaseMap, type ForeignBaseMap } from '#contract/map-layers.ts'
import { baseMapsOf, newRow, rowsOf } from '#islands/review/settings/BaseMapFields.tsx'

const credit = { text: 'County', href: 'https://county.example/' }
const osm: ForeignBaseMap = {
  ...{ id: 'osm', title: 'OpenStreetMap', year: null, credit },
  ...{ tiles: 'https://tile.example/{z}/{x}/{y}.png', deepest: 19 },
}
const county: ForeignBaseMap = {
  ...{ id: 'county', title: 'County', year: 2015, credit },
  ...{ wms: 'https://maps.example/wms', wmsLayers: 'ortho_2015' },
}

test('base maps are the same after they were shown in rows', () => {
  expect(baseMapsOf(rowsOf([osm, county]))).toEqual([osm, county])
})

test('a new one gets an id from its name, which no other has', () => {
  const typed = { ...newRow(5), title: 'County', tiles: osm.tiles! }
  const made = baseMapsOf([...rowsOf([county]), typed, { ...typed, key: 6 }])
  expect(made.map(({ id }) => id)).toEqual(['county', 'county-2', 'county-3'])
  expect(v.safeParse(foreignBaseMap, made[1]).success).toBe(true)
})

test('what is no number is refused where it was typed', () => {
  const [wrong] = baseMapsOf([{ ...rowsOf([osm])[0]!, year: 'now', deepest: 'far' }])
  const { issues = [] } = v.safeParse(foreignBaseMap, wrong)
  expect(issues.map((issue) => v.getDotPath(issue))).toEqual(['year', 'deepest'])
})
