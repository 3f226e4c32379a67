import { fitInBox } from '#rules/media/pictures.ts'

/** A small picture as a data URL (the Content-Security-Policy allows no blob: pictures), and the size of the picture itself in pixels, upright. */
export interface Thumbnail {
  src: string
  width: number
  height: number
}
export type Shrink = (file: Blob, box: { width: number; height: number }) => Promise<Thumbnail>

/** Decodes a picture and draws it small. Rejects for what the browser can't decode. */
export const shrinkPicture: Shrink = async (file, box) => {
  const bitmap = await createImageBitmap(file)
  const { width, height } = bitmap
  try {
    const size = fitInBox(width, height, box)
    return { src: await readDataUrl(await drawJpeg(bitmap, size)), width, height }
  } finally {
    bitmap.close()
  }
}

async function drawJpeg(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  // JPEG has no transparency, and would be black there: white, as the server does.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

const readDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error as DOMException)
    reader.readAsDataURL(blob)
  })
