import { tileTemplate } from '#rules/map/layer-selection.ts'
import { writeFirstView } from '#snapshot/first-view.ts'
import type { Archive } from '#snapshot/types.ts'
import { society } from '#society'
import { drawFirstView, showsTown, type FirstViewFiles, type Opening, type TilePlace } from './first-view.ts'

/** Milliseconds per tile. */
const TIMEOUT = 20_000

interface Base {
  layers?: readonly number[]
}

/** Draws the initial map view from the archive's tiles and records it in the snapshot. Returns the reason as a string if that fails; the build goes on. */
export async function renderFirstView(
  api: string,
  archive: Archive,
  snapshot: string,
): Promise<FirstViewFiles | string | undefined> {
  const { centre, zoom, baseMaps } = society.map
  const [base] = baseMaps as readonly Base[]
  const opening: Opening = { centre, zoom, layers: base?.layers }
  if (!showsTown(opening, archive.lists.locations)) return undefined
  const tile = async ({ layer, version, ...place }: TilePlace) => {
    const address = tileTemplate(api, layer, version).replace(/\{([zxy])\}/g, (_, key: 'z') => String(place[key]))
    const answer = await fetch(address, { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(TIMEOUT) })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  try {
    const drawn = await drawFirstView({ opening, overlays: archive.meta.overlays, tile })
    if (drawn) writeFirstView(snapshot, drawn.view)
    return drawn
  } catch (problem) {
    return `The map page has no preview picture: ${problem instanceof Error ? problem.message : String(problem)}`
  }
}
