import { infoOfPicture } from '#rules/iiif.ts'

/** What OpenSeadragon makes a picture of: the address of one file, or an info.json that was read. */
export type Source = object

/** The picture as one file: every server has it. */
export const plainSource = (full: string): Source => ({ type: 'image', url: full })

/**
 * The tiles of a picture, as its info.json (IIIF Image API 3) describes them; null where the server has none, or does not say so in a way that can be
 * read. Rejects only when it is called off.
 */
export async function tileSource(full: string, signal: AbortSignal): Promise<Source | null> {
  const address = infoOfPicture(full)
  if (!address) return null
  try {
    const answer = await fetch(address, { signal })
    const info: unknown = answer.ok ? await answer.json() : null
    if (typeof info !== 'object' || info === null || !('tiles' in info)) return null
    // The tiles are asked for where the description was found: a server behind another one may know itself by another name.
    return { ...info, id: address.replace(/\/info\.json$/, '') }
  } catch (problem) {
    if (signal.aborted) throw problem
    return null
  }
}
