import * as v from 'valibot'
import { overlay, type Overlay } from '#contract/overlay.ts'
import { isRefusal, rowsOf, type Read } from './reader.ts'

/** The maps that the server has as tiles, sorted by layer; empty for a server without this call (one of our additions). Skips invalid rows. */
export async function readOverlays(read: Read): Promise<Overlay[]> {
  try {
    const rows = rowsOf(await read('overlays')) ?? []
    return rows
      .flatMap((row) => {
        const result = v.safeParse(overlay, row)
        return result.success ? [result.output] : []
      })
      .sort((a, b) => a.layer - b.layer)
  } catch (problem) {
    if (isRefusal(problem)) return []
    throw problem
  }
}
