import { Readable } from 'node:stream'
import type { Client } from '#client/client.ts'
import type { Person } from '#contract/person.ts'
import type { SnapshotLists } from './plans.ts'

/** Fetches the picture at an address of an API. Null where there is none, or where it can't be had: that is named elsewhere. */
export type FetchPicture = (address: string) => Promise<NonNullable<Person['image']> | null>

/** Gives the pictures of another kind of server a version, so that they are files of the site. A scan whose picture can't be had is left out of its item. */
export async function fetchPictures(
  client: Client,
  { items, people }: Pick<SnapshotLists, 'items' | 'people'>,
  fetchPicture: FetchPicture,
  inFlight: number,
): Promise<void> {
  const scans = items.flatMap((item) => item.item_scans.filter(({ version }) => !version))
  const unknown = people.filter(({ image }) => image === undefined)
  const works = [
    ...scans.map((scan) => async () => {
      Object.assign(scan, await fetchPicture(client.address('scanImage', { path: { id: scan.id } })))
    }),
    ...unknown.map((person) => async () => {
      person.image = await fetchPicture(client.address('personImage', { path: { id: person.id } }))
    }),
  ]
  await Readable.from(works).forEach((work: () => Promise<void>) => work(), { concurrency: inFlight })
  for (const item of items) item.item_scans = item.item_scans.filter(({ version }) => version)
}
