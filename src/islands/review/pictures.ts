import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { StoredSession } from '#client/stored-session.ts'
import { asDataUrl } from '../widgets/own-picture.ts'

/** A picture of a draft; `version` changes with it. */
export interface DraftPicture {
  call: 'scanImage' | 'personImage'
  id: number
  version: string
  /** Pixels; one of IMAGE_WIDTHS. */
  width: number
}

/** The last ones are kept: large ones of a dozen records, and thumbnails of a few pages. */
const MOST = 150
const keyOf = ({ call, id, version, width }: DraftPicture) => [call, id, version, width].join(' ')

/** Pictures of drafts as data URLs: an `<img>` sends no token, and the Content-Security-Policy allows no blob: pictures. */
export function createPictures(client: Client, session: Pick<StoredSession, 'access'>) {
  const $loaded = atom<ReadonlyMap<string, string>>(new Map())
  const asked = new Set<string>()

  async function read({ call, id, version, width }: DraftPicture): Promise<string> {
    const headers = { authorization: `JWT ${session.access()}` }
    const query = { width, format: 'jpeg', v: version }
    const answer = await fetch(client.address(call, { path: { id }, query }), { headers })
    if (!answer.ok) throw new Error(`The picture answered ${answer.status}`)
    return asDataUrl(await answer.blob())
  }
  return {
    $loaded,
    /** Loads it unless it was asked for before. */
    load(picture: DraftPicture): void {
      const key = keyOf(picture)
      if (asked.has(key)) return
      asked.add(key)
      read(picture).then(
        (url) => {
          const kept = [...$loaded.get(), [key, url] as const].slice(-MOST)
          for (const [old] of [...$loaded.get()].slice(0, -MOST + 1)) asked.delete(old)
          $loaded.set(new Map(kept))
        },
        // It may not be made yet: the next time it is shown, it is asked for again.
        () => asked.delete(key),
      )
    },
    urlOf: (picture: DraftPicture): string | undefined => $loaded.get().get(keyOf(picture)),
  }
}
export type Pictures = ReturnType<typeof createPictures>
