import { rmSync } from 'node:fs'
import { createFolderStore } from '../media/folder-store.ts'
import { createPicturesHere } from './picture-work.ts'
import { PictureRefused } from './inspect-picture.ts'
import type { PictureAnswer, PictureOrder } from './picture-orders.ts'

/**
 * The process beside the server that decodes pictures (picture-process.ts starts it): what goes wrong in a decoder goes wrong here, and reads stay
 * quick meanwhile. Ends with the server, however that ends.
 */
const { mediaDir, limits, scratch } = JSON.parse(process.argv[2]!) as {
  mediaDir: string
  limits: { maximumBytes: number; maximumPixels: number }
  scratch: string
}
const work = createPicturesHere(createFolderStore(mediaDir), limits)
const { rss } = process.memoryUsage

function obey(order: PictureOrder) {
  if (order.task === 'inspect') return work.inspect(order.path)
  return order.task === 'tiles' ? work.makeTiles(order.source) : work.ensure(order.source, order.formats)
}

async function answer(order: PictureOrder): Promise<PictureAnswer> {
  const { number } = order
  try {
    return { number, result: await obey(order), memory: rss() }
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
// A server that was killed cannot do it.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))
// Ctrl+C reaches every process of the terminal: the server ends its work first, then this one.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
