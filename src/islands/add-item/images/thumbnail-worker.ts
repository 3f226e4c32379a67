import { shrinkPicture, type Thumbnail } from './shrink-picture.ts'

/** Makes thumbnails outside the main thread, which stays free for typing. Answers null for what the browser can't decode. */
addEventListener('message', ({ data }: MessageEvent<{ file: Blob; box: { width: number; height: number } }>) => {
  const answer = (thumbnail: Thumbnail | null) => postMessage(thumbnail)
  shrinkPicture(data.file, data.box).then(answer, () => answer(null))
})
