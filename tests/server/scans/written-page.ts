import sharp from 'sharp'
import { outline, pathOf } from '#server/scans/watermark.ts'

/** A page with these lines, drawn without the fonts of the machine. */
export function writtenPage(lines: readonly string[], { width = 1000, size = 40 } = {}): Promise<Buffer> {
  const height = (lines.length + 2) * size * 1.5
  const paths = lines.map((line, at) => pathOf(outline(line).glyphs, { size, x: size, y: (at + 1.5) * size * 1.5 }))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${paths.join('')}"/></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
}
