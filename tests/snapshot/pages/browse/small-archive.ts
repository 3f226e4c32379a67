import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { collection } from '#contract/collection.ts'
import { item } from '#contract/item.ts'
import { locationFeature } from '#contract/location.ts'
import { organization } from '#contract/organization.ts'
import { person } from '#contract/person.ts'
import { subject } from '#contract/subject.ts'
import { openArchive, type Archive } from '#snapshot/archive.ts'
import { listsFrom, writeSnapshot } from '#snapshot/files.ts'
import { breakCycles } from '#snapshot/row-checks.ts'
import type { SnapshotLists } from '#snapshot/plans.ts'

/** An archive of the given rows, through a snapshot on disk as in a build. */
export function archiveOf(given: Partial<SnapshotLists>): Archive {
  const parent = mkdtempSync(join(tmpdir(), 'lotline-browse-'))
  try {
    const lists = listsFrom((name) => given[name] ?? [])
    // As the pull does.
    breakCycles(lists)
    writeSnapshot(join(parent, 'snapshot'), lists, { source: 'test', apiBase: '', counter: 1, overlays: [] })
    return openArchive(join(parent, 'snapshot'))
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 10 })
  }
}
export const aPerson = (id: number, more: object = {}) => v.parse(person, { id, ...more })
export const anOrganization = (id: number, name: string) => v.parse(organization, { id, name })
export const anItem = (id: number, more: object = {}) =>
  v.parse(item, { id, type: 'photograph', visibility: 'published', title: `Item ${id}`, ...more })
export const aSubject = (id: number, subject_name: string, subject_parent: number | null = null) =>
  v.parse(subject, { id, subject_name, subject_description: 'About it', subject_parent })
export const aCollection = (id: number, hierarchy: string, parent_collection: number | null = null) =>
  v.parse(collection, {
    id,
    collection_name: `Collection ${id}`,
    collection_description: '',
    hierarchy,
    parent_collection,
  })

/** A rectangular zone; metres east and north of a point by the lake. */
export function aZone(pk: number, address: string, [x, y, width, height]: [number, number, number, number] | [] = []) {
  const at = (east: number, north: number) => [-81.7 + east / 80_000, 43.6 + north / 111_320]
  const geometry =
    x === undefined || y === undefined || width === undefined || height === undefined
      ? null
      : {
          type: 'Polygon',
          coordinates: [[at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y)]],
        }
  return v.parse(locationFeature, {
    type: 'Feature',
    geometry,
    properties: { pk, name: address, address, altnames: [] },
  })
}
