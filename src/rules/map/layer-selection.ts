import { LAYER } from '#contract/overlay.ts'

/**
 * The layer selection of a tile: `r:0=4,g:0=4,b:0=4` takes red, green and blue from the bands of layer 4. All channels must use
 * the same layer.
 */
export const layerSelection = (layer: number): string =>
  ['r', 'g', 'b'].map((channel) => `${channel}:0=${layer}`).join(',')

/** The layer of a selection; undefined if it is invalid, names several layers, or the number is out of range. */
export function selectedLayer(selection: string): number | undefined {
  const named = new Set<number>()
  const channels = new Set<string>()
  for (const part of selection.split(',')) {
    const match = /^\s*([rgb]):\d{1,2}=(\d{1,5})\s*$/.exec(part)
    if (!match || channels.has(match[1]!)) return undefined
    channels.add(match[1]!)
    named.add(Number(match[2]))
  }
  const [layer] = named
  return named.size === 1 && layer! >= LAYER.lowest && layer! <= LAYER.highest ? layer : undefined
}

/** The URL template of a layer's tiles, with {z}, {x} and {y}. `base` is what precedes `/raster/…`. */
export const tileTemplate = (base: string, layer: number, version?: string): string =>
  `${base}/raster/algebra/{z}/{x}/{y}.png?layers=${layerSelection(layer)}&alpha=0${version ? `&v=${version}` : ''}`
