import { isStatic } from '#client/edition.ts'
import { imageInfoOfPicture } from '#rules/media/iiif-addresses.ts'

/** A tile source of OpenSeadragon: a single file or a parsed info.json. */
export type Source = object

/** The picture as a single file, which every server has. */
export const plainSource = (full: string): Source => ({ type: 'image', url: full })

/** The tiles of a picture from its info.json (IIIF Image API 3); null without a readable one. Rejects only on abort. */
export async function tileSource(full: string, signal: AbortSignal): Promise<Source | null> {
  const address = imageInfoOfPicture(full)
  if (!address || isStatic) return null
  try {
    const answer = await fetch(address, { signal })
    const info: unknown = answer.ok ? await answer.json() : null
    if (typeof info !== 'object' || info === null || !('tiles' in info)) return null
    // Tiles are next to info.json: behind a proxy the server's own `id` may be wrong.
    return { ...info, id: address.replace(/\/info\.json$/, '') }
  } catch (problem) {
    if (signal.aborted) throw problem
    return null
  }
}
