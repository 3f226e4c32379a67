import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tileTemplate } from '#rules/layer-selection.ts'
import { writeFirstView } from '#snapshot/first-view.ts'
import type { Archive } from '#snapshot/types.ts'
import { society } from '#society'
import { drawFirstView, showsTown, type FirstViewFiles, type Opening, type TilePlace } from './first-view.ts'

/** Milliseconds for one tile. A build goes on without the picture. */
const PATIENCE = 20_000

interface Base {
  layers?: readonly number[]
}

/** Draws the map as it opens from the archive's own tiles, and tells the snapshot of it. A string says why there is no such picture. */
export async function takeFirstView(
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
    const answer = await fetch(address, { headers: { accept: 'image/webp' }, signal: AbortSignal.timeout(PATIENCE) })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  try {
    const drawn = await drawFirstView({ opening, kept: archive.meta.overlays, tile })
    if (drawn) writeFirstView(snapshot, drawn.view)
    return drawn
  } catch (problem) {
    return `The map page has no picture of the map to begin with: ${problem instanceof Error ? problem.message : String(problem)}`
  }
}

export function writeFirstViewFiles({ files }: FirstViewFiles, root: string): void {
  for (const [address, bytes] of files) {
    mkdirSync(dirname(join(root, address)), { recursive: true })
    writeFileSync(join(root, address), bytes)
  }
}
