import { createFolderStore } from '../media/folder-store.ts'
import { createPicturesHere } from './picture-work.ts'
import { PictureRefused } from './inspect-picture.ts'
import type { PictureAnswer, PictureOrder } from './picture-orders.ts'

/**
 * The process beside the server that decodes pictures (picture-process.ts starts it): what goes wrong in a decoder goes wrong here, and reads stay
 * quick meanwhile. Ends with the server, however that ends.
 */
const { mediaDir, limits } = JSON.parse(process.argv[2]!) as {
  mediaDir: string
  limits: { maximumBytes: number; maximumPixels: number }
}
const work = createPicturesHere(createFolderStore(mediaDir), limits)
const { rss } = process.memoryUsage

async function answer(order: PictureOrder): Promise<PictureAnswer> {
  const { number } = order
  try {
    const result =
      order.task === 'inspect' ? await work.inspect(order.path) : await work.ensure(order.source, order.formats)
    return { number, result, memory: rss() }
  } catch (error) {
    if (error instanceof PictureRefused) return { number, refused: error.message, memory: rss() }
    return { number, failed: error instanceof Error ? (error.stack ?? error.message) : String(error), memory: rss() }
  }
}

process.on('message', (order: PictureOrder) => {
  void answer(order).then((said) => {
    if (process.connected) process.send!(said)
  })
})
process.on('disconnect', () => process.exit())
// Ctrl+C reaches every process of the terminal: the server ends its work first, then this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
