/**
 * A street of `/data/streets.json`: its name, the middle of its line in Web Mercator metres (EPSG:3857), its angle in degrees for upright text (clockwise),
 * and how far it reaches to both sides, in metres.
 */
export type MapStreet = readonly [name: string, x: number, y: number, angle: number, reach: number]

/** A name on the map: where its middle is, in pixels from the north-west corner of the view. */
export interface StreetLabel {
  text: string
  x: number
  y: number
  angle: number
}
interface View {
  /** West, south, east, north in metres. */
  box: readonly [number, number, number, number]
  metresPerPixel: number
}

/** Average width of a letter and height of a line, in pixels. `stays`: a name stands in the middle of its street rather than in that of the view. */
interface Lettering {
  letter: number
  line: number
  stays?: boolean
}
const ON_THE_MAP: Lettering = { letter: 7.5, line: 18 }

/**
 * The names that fit: each along its street, as near to the middle of the view as the street reaches, where no other name is. Streets that are too short at
 * this zoom have none.
 */
export function streetLabels(
  streets: readonly MapStreet[],
  { box, metresPerPixel }: View,
  { letter, line, stays }: Lettering = ON_THE_MAP,
): StreetLabel[] {
  const [width, height] = [(box[2] - box[0]) / metresPerPixel, (box[3] - box[1]) / metresPerPixel]
  const taken: (readonly [x: number, y: number])[] = []
  return streets.flatMap(([text, x, y, angle, reach]) => {
    const half = (text.length * letter) / 2
    const slack = reach / metresPerPixel - half
    if (slack < 0) return []
    const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const [px, py] = [(x - box[0]) / metresPerPixel, (box[3] - y) / metresPerPixel]
    const wanted = stays ? 0 : (width / 2 - px) * dx + (height / 2 - py) * dy
    for (const part of [0, 0.35, -0.35, 0.7, -0.7]) {
      const along = Math.max(-slack, Math.min(slack, wanted + part * (stays ? 1.4 * slack : Math.min(width, height))))
      const [lx, ly] = [px + along * dx, py + along * dy]
      if (lx < line || ly < line || lx > width - line || ly > height - line) continue
      const steps = Math.max(1, Math.ceil(half / (line / 2)))
      const samples = Array.from({ length: 2 * steps + 1 }, (_, at) => {
        const by = (half * (at - steps)) / steps
        return [lx + dx * by, ly + dy * by] as const
      })
      if (samples.some((one) => taken.some((other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < line)))
        continue
      taken.push(...samples)
      return [{ text, x: Math.round(lx), y: Math.round(ly), angle }]
    }
    return []
  })
}
