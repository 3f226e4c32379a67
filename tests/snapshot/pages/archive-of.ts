import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { item, type Item } from '#contract/item.ts'
import { person, type Person } from '#contract/person.ts'
import { openArchive, type Archive } from '#snapshot/archive.ts'
import { listsFrom, writeSnapshot } from '#snapshot/files.ts'
import { breakCycles } from '#snapshot/row-checks.ts'
import type { SnapshotLists, SnapshotMeta } from '#snapshot/plans.ts'

/** A published item with what a test does not care about filled in. */
export const anItem = (id: number, more: object = {}): Item =>
  v.parse(item, { id, type: 'photograph', title: `Item ${id}`, visibility: 'published', ...more })
export const aPerson = (id: number, more: object = {}): Person =>
  v.parse(person, { id, first_name: 'Ada', surname: `Calder ${id}`, image: null, ...more })

/** A square zone of about 30 m, `east` squares from the first. */
export const aZone = (pk: number, east = 0, more: object = {}): SnapshotLists['locations'][number] => {
  const west = -81.7 + east * 0.0004
  const ring: [number, number][] = [
    [west, 43.6],
    [west + 0.0003, 43.6],
    [west + 0.0003, 43.6003],
    [west, 43.6003],
    [west, 43.6],
  ]
  return {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { pk, name: `Zone ${pk}`, address: '', altnames: [], ...more },
  }
}

/** An archive that holds just these lists, read back from a snapshot on disk as pages read it. */
export function archiveOf(lists: Partial<SnapshotLists>, apiBase = '', more: Partial<SnapshotMeta> = {}): Archive {
  const folder = join(mkdtempSync(join(tmpdir(), 'lotline-pages-')), 'snapshot')
  const all = listsFrom((name) => lists[name] ?? [])
  // As the pull does.
  breakCycles(all)
  writeSnapshot(folder, all, { source: 'a test', apiBase, counter: 1, overlays: [], ...more })
  return openArchive(folder)
}
