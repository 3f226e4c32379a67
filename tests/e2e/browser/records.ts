import type { Employment } from '#contract/organization.ts'
import type { Item } from '#contract/item.ts'

/** Records of the running product that fit a journey, found through its API: whatever town it shows, the journeys hold. */
export interface Trail {
  item: Item
  person: number
  organization: number
  location: number
}

async function read<T>(baseUrl: string, path: string): Promise<T> {
  const answer = await fetch(baseUrl + path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

/** An item with a place and a person who worked for an organization. */
export async function findTrail(baseUrl: string): Promise<Trail> {
  const employment = await read<Employment[]>(baseUrl, '/api/employment/')
  for (const { person, organization } of employment) {
    const path = `/api/items/?people_or=${person}&page_size=20`
    const { results } = await read<{ results: Item[] }>(baseUrl, path)
    const item = results.find((each) => each.location && each.people?.some(({ id }) => id === person))
    if (item?.location) return { item, person, organization, location: item.location.id }
  }
  throw new Error('No item has a place and a person who worked for somebody.')
}

/** How many records a list holds. */
export async function countOf(baseUrl: string, path: string): Promise<number> {
  return (await read<unknown[]>(baseUrl, path)).length
}
