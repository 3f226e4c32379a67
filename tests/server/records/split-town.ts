import { expect } from 'vitest'
import type { DeskRecord } from '#contract/record.ts'
import type { SplitRequest, ZoneLinks } from '#contract/split.ts'
import type { ArchiveDatabase } from '#server/database/open.ts'
import { addRecords, type TestArchive } from '../fixtures.ts'
import { fillRegattaTown, openRegattaTown } from '../publishing/regatta-town.ts'
import { VERSION, withVersion } from '../walk/current-version.ts'

/** One with everything that can refer to it, and items of all states; 2 beside it. */
async function fillSplitTown(db: ArchiveDatabase): Promise<void> {
  await fillRegattaTown(db)
  await addRecords(db, {
    lot: [{ lot_num: '30', location_id: 1 }],
    ownership: [{ id: 30, lot_num: '30', person_id: 1 }],
    heritage: [{ id: 30, location_id: 1, architectural_style: 'Gothic' }],
    location_description: [{ id: 30, location_id: 1, description: 'A mill.' }, { id: 31, location_id: 2, description: 'A pier.' }],
    plaque: [{ id: 30, location_id: 1, name: 'Mill', text: 'Here.' }],
    organization_location: [{ id: 30, organization_id: 2, location_id: 1 }],
    items: [{ id: 30, title: 'Draft of the mill', location_id: 1, visibility: 'draft' }, { id: 31, title: 'The mill', location_id: 1 }],
  }) // prettier-ignore
}

export const openSplitTown = (): Promise<TestArchive> =>
  openRegattaTown({ fill: fillSplitTown, writeLimits: { account: 1e6, address: 1e6, seconds: 60 } })

/** Calls about splits; `town` is that of the running test. */
export function splitCalls(town: () => TestArchive) {
  const url = (zone: number) => `/api/records/locations/${zone}/`
  const linksOf = async (zone: number): Promise<ZoneLinks> =>
    (await town().send(`${url(zone)}links/`, { as: 'staff' })).json as ZoneLinks
  const readZone = async (zone: number): Promise<DeskRecord> =>
    (await town().send(url(zone), { as: 'staff' })).json as DeskRecord
  async function send(zone: number, request: Partial<SplitRequest>) {
    const headers = await withVersion(town(), url(zone), { 'if-match': VERSION })
    const links = (await linksOf(zone)).length
    const body = { line: [[-81.9, 43.5005], [-81.5, 43.5005]], keeps: 'left', name: '', address: '', altnames: [], moves: [], links, ...request } // prettier-ignore
    return town().send(`${url(zone)}split/`, { method: 'POST', as: 'staff', headers, body })
  }
  async function split(zone: number, request: Partial<SplitRequest>) {
    const { status, json } = await send(zone, request)
    expect([status, json]).toEqual([201, json])
    return json as { split: number; kept: DeskRecord; added: DeskRecord }
  }
  const post = (path: string, body?: object) =>
    town().send(path, { method: 'POST', as: 'staff', ...(body && { body }) })
  const undo = (id: number) => post(`/api/operations/${id}/undo/`)
  return { url, linksOf, readZone, send, split, post, undo }
}
