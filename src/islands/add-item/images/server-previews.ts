import type { UserClient } from '#client/user-client.ts'
import { ApiError } from '#client/errors.ts'
import { PREVIEW } from '#contract/limits.ts'

/** The optional calls of our server that show what a browser can't (an addition to spec §7). */
export function createServerPreviews(client: UserClient) {
  let takesPreviews: Promise<boolean> | undefined

  /** Asked with an empty form: our server misses the picture in it, others don't know the call. True while the answer is unknown. */
  async function ask(): Promise<boolean> {
    try {
      await client.read('previewImage', { body: new FormData() })
    } catch (problem) {
      if (problem instanceof ApiError) return problem.status === 400
      takesPreviews = undefined
    }
    return true
  }
  const hasPreviews = () => (takesPreviews ??= ask())

  return {
    /** A server with previews also decodes HEIC. */
    takesHeic: hasPreviews,
    /** A small JPEG as a data URL, with the size of the picture itself in pixels. Undefined where the server makes none. */
    async picture(file: Blob): Promise<{ src: string; width: number; height: number } | undefined> {
      if (file.size > PREVIEW.maximumBytes || !(await hasPreviews())) return undefined
      const body = new FormData()
      body.append('image', file)
      try {
        const { jpeg, width, height } = await client.call('previewImage', { body })
        return { src: `data:image/jpeg;base64,${jpeg}`, width, height }
      } catch {
        return undefined
      }
    },
    /** The watermark as the server burns it into a picture of this size. Undefined where it can't tell. */
    async watermark(query: { text: string; color: 'black' | 'white'; width: number; height: number }) {
      try {
        return await client.call('drawWatermark', { query: query as never })
      } catch {
        return undefined
      }
    },
  }
}
export type ServerPreviews = ReturnType<typeof createServerPreviews>
