/** A picture of `/data/lot-pictures.json`: the middle of its lot in Web Mercator metres (EPSG:3857), and its address. */
export type LotPicture = readonly [x: number, y: number, src: string]

/** Below this zoom level a picture would cover the lots around it. */
const FROM_ZOOM = 15
const MOST = 12
/** CSS pixels of a picture, which is square, and from the middle of one to that of the next at least. */
export const LOT_PICTURE = 40
const APART = 72

/** The pictures to show in a view, with their middle in pixels from its north-west corner. `pictures` are best first. */
export function picturesInView(
  pictures: readonly LotPicture[],
  {
    box: [west, south, east, north],
    metresPerPixel,
    zoom,
  }: { box: readonly [number, number, number, number]; metresPerPixel: number; zoom: number },
): { x: number; y: number; src: string }[] {
  const shown: { x: number; y: number; src: string }[] = []
  if (zoom < FROM_ZOOM) return shown
  for (const [across, up, src] of pictures) {
    if (shown.length === MOST) break
    if (across < west || across > east || up < south || up > north) continue
    const [x, y] = [(across - west) / metresPerPixel, (north - up) / metresPerPixel]
    if (shown.every((other) => Math.hypot(other.x - x, other.y - y) >= APART)) shown.push({ x, y, src })
  }
  return shown
}
