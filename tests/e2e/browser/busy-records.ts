import { readZones } from '../map/live-map.ts'

/** Records with so many items that they go over several pages of five. */
export interface BusyRecords {
  organization: number
  zone: number
  person: number
}

interface Answer {
  count: number
  results: { id: number; people: { id: number }[]; organizations: { id: number }[] }[]
}
/** One page of the items that are asked for. */
export const readItems = async (baseUrl: string, query: string) =>
  (await (await fetch(`${baseUrl}/api/items/?${query}`)).json()) as Answer

/** Who is named most often by the items of the archive. */
async function mostNamed(baseUrl: string, field: 'people' | 'organizations'): Promise<number> {
  const times = new Map<number, number>()
  for (let page = 1; ; page++) {
    const { results } = await readItems(baseUrl, `page=${page}&page_size=100`)
    if (results.length === 0) break
    for (const { id } of results.flatMap((item) => item[field])) times.set(id, (times.get(id) ?? 0) + 1)
  }
  return [...times].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

export async function findBusyRecords(baseUrl: string): Promise<BusyRecords> {
  const zones = await readZones(baseUrl)
  return {
    zone: zones.reduce((most, zone) => (zone.items > most.items ? zone : most)).pk,
    organization: await mostNamed(baseUrl, 'organizations'),
    person: await mostNamed(baseUrl, 'people'),
  }
}
