import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'

/** Pixels of a photograph of 10 megapixels. */
const SIZE = { width: 3872, height: 2592 }

export interface Shoebox {
  folder: string
  files: string[]
  /** Of each file, in order. */
  sha256: string[]
}

/** So many JPEGs of 10 megapixels, each of another colour: quick to make, and to read. */
export async function makeShoebox(count: number): Promise<Shoebox> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lotline-photographs-'))
  const files: string[] = []
  const sha256: string[] = []
  for (let at = 0; at < count; at++) {
    const background = { r: 40 + at * 4, g: 200 - at * 3, b: 90 }
    const jpeg = await sharp({ create: { ...SIZE, channels: 3, background } })
      .jpeg({ quality: 60 })
      .toBuffer()
    const file = path.join(folder, `scan-${String(at + 1).padStart(2, '0')}.jpg`)
    writeFileSync(file, jpeg)
    files.push(file)
    sha256.push(createHash('sha256').update(jpeg).digest('hex'))
  }
  return { folder, files, sha256 }
}
