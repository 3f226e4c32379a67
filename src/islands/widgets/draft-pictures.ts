import { atom } from 'nanostores'
import type { Client } from '#client/client.ts'
import type { StoredSession } from '#client/stored-session.ts'
import { useEffect, useSyncExternalStore } from 'react'

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

/** The server may answer with a signed address of its store instead, which an `<img>` shows for five minutes. */
const ADDRESS = 'text/uri-list'
const ASKED_AGAIN_AFTER = 4 * 60_000

/** Browsers may not reach the store. */
const canShow = (address: string) =>
  Object.assign(new Image(), { src: address })
    .decode()
    .then(
      () => true,
      () => false,
    )

type Session = Pick<StoredSession, 'access'>

/** Asks for a picture of a draft as the user: an `<img>` sends no token. */
async function ask(
  client: Client,
  session: Session,
  { call, id, version, width }: Omit<DraftPicture, 'version'> & { version?: string },
  accept: string,
): Promise<Response> {
  const headers = { authorization: `JWT ${session.access()}`, accept }
  const query = { width, format: 'jpeg', v: version }
  const answer = await fetch(client.address(call, { path: { id }, query }), { headers })
  if (!answer.ok) throw new Error(`The picture answered ${answer.status}`)
  return answer
}

/** The bytes of a scan of the user's own draft: for who draws it again, or needs it for longer than a signed address is good. */
export async function readDraftScan(client: Client, session: Session, id: number): Promise<Blob> {
  return (await ask(client, session, { call: 'scanImage', id, width: 320 }, 'image/jpeg')).blob()
}

/** The Content-Security-Policy allows no blob: pictures. */
const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })

/** Pictures of drafts as data URLs, or as addresses of the store. */
export function createDraftPictures(client: Client, session: Session) {
  const $loaded = atom<ReadonlyMap<string, string>>(new Map())
  const asked = new Set<string>()
  let accept = `${ADDRESS}, image/jpeg`

  async function read(picture: DraftPicture): Promise<string> {
    const answer = await ask(client, session, picture, accept)
    if (!answer.headers.get('content-type')?.startsWith(ADDRESS)) return asDataUrl(await answer.blob())
    const address = (await answer.text()).trim()
    if (!(await canShow(address))) {
      accept = 'image/jpeg'
      return await read(picture)
    }
    // Shown until the next one is there.
    setTimeout(() => asked.delete(keyOf(picture)), ASKED_AGAIN_AFTER)
    return address
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
          const kept = [...$loaded.get()]
            .filter(([old]) => old !== key)
            .concat([[key, url]])
            .slice(-MOST)
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
export type DraftPictures = ReturnType<typeof createDraftPictures>

/** The addresses of pictures, each once it is loaded. */
export function useDraftPictures(
  pictures: DraftPictures,
  wanted: readonly DraftPicture[],
): readonly (string | undefined)[] {
  const key = JSON.stringify(wanted)
  useEffect(() => {
    for (const each of JSON.parse(key) as DraftPicture[]) pictures.load(each)
  }, [pictures, key])
  useSyncExternalStore(pictures.$loaded.listen, () => wanted.map((each) => (pictures.urlOf(each) ? 1 : 0)).join(''))
  return wanted.map(pictures.urlOf)
}
