import { isStatic } from '#client/edition.ts'
import { contentSearch } from '#rules/media/iiif-addresses.ts'
import { pictureOfAddress } from '#rules/media/read-address.ts'

/** Pixels of the picture: left, top, width, height. */
export type Hit = [x: number, y: number, width: number, height: number]

/** The boxes of a IIIF search (Content Search API 2) that are on the canvas of a scan. */
export function boxesOn(scan: number, answer: unknown): Hit[] {
  const { items } = (answer ?? {}) as { items?: unknown }
  if (!Array.isArray(items)) return []
  return items.flatMap((each: { target?: unknown } | null) => {
    const found = /\/canvas\/(\d+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(String(each?.target))
    return found && Number(found[1]) === scan ? [found.slice(2).map(Number) as Hit] : []
  })
}

/** Where the words that the address of an item's page searches for are on a picture; nowhere without the API. */
export async function readHits(full: string, page: URL, signal: AbortSignal): Promise<Hit[]> {
  const item = /^\/itemview\/(\d+)\/(?:page\/\d+\/?)?$/.exec(page.pathname)
  const words = page.searchParams.get('q')
  const { source } = pictureOfAddress(full) ?? {}
  if (!item || !words || source?.kind !== 'scan' || isStatic) return []
  try {
    const address = `${source.base}${contentSearch(Number(item[1]))}?q=${encodeURIComponent(words)}`
    const answer = await fetch(address, { signal })
    return answer.ok ? boxesOn(source.id, await answer.json()) : []
  } catch {
    return []
  }
}
