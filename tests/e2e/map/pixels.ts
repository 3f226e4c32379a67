import type { Page } from 'playwright'
import sharp from 'sharp'
import type { Place } from './live-map.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/** The pixels of a part of the window, three bytes each. */
export interface Picture {
  width: number
  height: number
  data: Buffer
}

/** CSS pixels of the window; one pixel of the picture is one of them. */
export interface Clip extends Place {
  width: number
  height: number
}

export async function pictureOf(page: Page, clip: Clip): Promise<Picture> {
  const whole = {
    x: Math.round(clip.x),
    y: Math.round(clip.y),
    width: Math.round(clip.width),
    height: Math.round(clip.height),
  }
  const png = await page.screenshot({ clip: whole, scale: 'css' })
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** A square of pixels around a place. */
export const about = ({ x, y }: Place, side: number): Clip => ({
  x: x - side / 2,
  y: y - side / 2,
  width: side,
  height: side,
})

/** The current colour of a custom property of tokens.css. */
export async function token(page: Page, name: string): Promise<Colour> {
  const value = await page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), name)
  const hex = /^#([0-9a-f]{6})$/.exec(value.trim())?.[1]
  if (!hex) throw new Error(`${name} is ${value}`)
  const channel = (at: number) => parseInt(hex.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

/** The number of pixels of a colour, within `tolerance` per channel. */
export function countOf({ data }: Picture, [red, green, blue]: Colour, tolerance = 12): number {
  let count = 0
  for (let at = 0; at < data.length; at += 3) {
    const off = Math.max(Math.abs(data[at]! - red), Math.abs(data[at + 1]! - green), Math.abs(data[at + 2]! - blue))
    if (off <= tolerance) count += 1
  }
  return count
}

/** The mean colour. */
export function meanOf({ data }: Picture): Colour {
  const sums: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < data.length; at++) sums[at % 3]! += data[at]!
  const mean = (sum: number) => (sum * 3) / data.length
  return [mean(sums[0]), mean(sums[1]), mean(sums[2])]
}

/** Share of the pixels that differ between two pictures of the same size, by more than `tolerance` in a channel. */
export function shareChanged(before: Picture, after: Picture, tolerance = 12): number {
  if (before.data.length !== after.data.length) return 1
  let changed = 0
  for (let at = 0; at < before.data.length; at += 3)
    if ([0, 1, 2].some((band) => Math.abs(before.data[at + band]! - after.data[at + band]!) > tolerance)) changed += 1
  return (changed * 3) / before.data.length
}
