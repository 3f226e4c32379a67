import { shrinkPicture, type Shrink, type Thumbnail } from './shrink-picture.ts'

/** `shrinkPicture` in a worker, for one picture at a time; in this thread where the browser can't do that. */
export function createShrink(): { shrink: Shrink; close: () => void } {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined')
    return { shrink: shrinkPicture, close: () => {} }
  let worker: Worker | undefined
  return {
    shrink: (file, box) =>
      new Promise<Thumbnail>((resolve, reject) => {
        worker ??= new Worker(new URL('./thumbnail-worker.ts', import.meta.url), { type: 'module' })
        worker.onmessage = ({ data }: MessageEvent<Thumbnail | null>) =>
          data ? resolve(data) : reject(new Error('The browser can’t decode this picture.'))
        // Its script could not be loaded.
        worker.onerror = () => resolve(shrinkPicture(file, box))
        worker.postMessage({ file, box })
      }),
    close() {
      worker?.terminate()
      worker = undefined
    },
  }
}
