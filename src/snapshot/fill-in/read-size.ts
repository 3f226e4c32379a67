import sharp from 'sharp'

/** Pixels, upright. */
export interface PictureSize {
  width: number
  height: number
}

/** Bytes in which most formats have said their size; if not, the rest is read too, up to MOST. */
const ENOUGH = 64 * 1024
const MOST = 64 * 1024 * 1024

/** The size of the picture at an address; null if there is none. Throws if that is not known: no answer, a busy server. */
export async function readPictureSize(address: string, timeout: number): Promise<PictureSize | null> {
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(timeout)])
  try {
    const response = await fetch(address, { headers: { accept: 'image/*' }, signal })
    if ([400, 401, 403, 404, 410].includes(response.status)) return null
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    const chunks: Uint8Array[] = []
    let bytes = 0
    let next = ENOUGH
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes < next) continue
      const size = await sizeIn(chunks)
      if (size || bytes > MOST) return size
      next *= 8
    }
    return await sizeIn(chunks)
  } finally {
    // What was not read is not sent.
    ending.abort()
  }
}

/** Null if the bytes are not those of a picture, or too few. */
async function sizeIn(chunks: readonly Uint8Array[]): Promise<PictureSize | null> {
  try {
    const { autoOrient } = await sharp(Buffer.concat(chunks)).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}
