import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Metres of a pixel of zoom 18 in EPSG:3857 (a town of three kilometres on 40 megapixels: some 3,400 tiles to zoom 19), and the middle of the town (spec §9). */
const PIXEL = 40_075_016.685578 / 256 / 2 ** 18
const CENTRE = [-9_094_456, 5_397_978] as const

/** How far a control point is off its place, in pixels: paper shrinks, surveyors erred. */
const off = (at: number): number => 12 * Math.sin(at * 2.4)

/** Draws a scan of so many megapixels that is sharp at zoom 18, with twelve control points beside it. Answers its path. */
export async function drawScan(folder: string, megapixels: number): Promise<string> {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4))
  const width = Math.round((height * 4) / 3)
  const grain = await sharp({
    create: {
      width: width >> 2,
      height: height >> 2,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 205, sigma: 22 },
    },
  })
    .png()
    .toBuffer()
  const lines = Array.from({ length: 60 }, (_, at) => {
    const along = `${(at * width) / 60}`
    const down = `${(at * height) / 60}`
    return `<path d="M${along} 0L${(width - Number(along)) / 2} ${height}M0 ${down}L${width} ${height - Number(down)}"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g stroke="#403020" stroke-width="5">${lines.join('')}</g></svg>`
  const file = path.join(folder, 'scan.jpg')
  await sharp(grain)
    .resize(width, height, { fit: 'fill' })
    .composite([{ input: Buffer.from(drawing) }])
    .jpeg({ quality: 90 })
    .toFile(file)
  const points = Array.from({ length: 12 }, (_, at) => {
    const x = (((at % 4) + 0.5) * width) / 4
    const y = ((Math.floor(at / 4) + 0.5) * height) / 3
    const east = CENTRE[0] + (x + off(at) - width / 2) * PIXEL
    const north = CENTRE[1] - (y + off(at + 5) - height / 2) * PIXEL
    return `${east},${north},${x},${-y},1`
  })
  writeFileSync(
    path.join(folder, 'scan.points'),
    ['#CRS: EPSG:3857', 'mapX,mapY,sourceX,sourceY,enable', ...points].join('\n'),
  )
  return file
}
