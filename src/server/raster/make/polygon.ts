import type { Point } from './mercator.ts'

/** Whether a point is inside a polygon (even-odd). */
export function isInside(polygon: readonly Point[], [x, y]: Point): boolean {
  let odd = false
  polygon.forEach(([ax, ay], index) => {
    const [bx, by] = polygon[(index + 1) % polygon.length]!
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd
  })
  return odd
}

/** Absolute area in square units. */
export const area = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = polygon[(index + 1) % polygon.length]!
      return sum + (x * nextY - nextX * y)
    }, 0),
  ) / 2

/** Scan lines per row of pixels. */
const LINES = 4

/** Coverage of each pixel of a row by a polygon, 0 to 1 (even-odd), from four scan lines. Overwrites `cover`, which is as long as the row. */
export function coverRow(polygon: readonly Point[], row: number, cover: Float32Array): void {
  cover.fill(0)
  const width = cover.length
  for (let line = 0; line < LINES; line++) {
    const y = row + (line + 0.5) / LINES
    const crossings: number[] = []
    polygon.forEach(([ax, ay], index) => {
      const [bx, by] = polygon[(index + 1) % polygon.length]!
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    })
    crossings.sort((a, b) => a - b)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const from = Math.min(width, Math.max(0, crossings[at]!))
      const to = Math.min(width, Math.max(0, crossings[at + 1]!))
      const [first, last] = [Math.floor(from), Math.floor(to)]
      if (first === last) {
        if (first < width) cover[first]! += (to - from) / LINES
        continue
      }
      cover[first]! += (first + 1 - from) / LINES
      for (let column = first + 1; column < last; column++) cover[column]! += 1 / LINES
      if (last < width) cover[last]! += (to - last) / LINES
    }
  }
}
