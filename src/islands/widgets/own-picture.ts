import type { Client } from '#client/client.ts'
import type { StoredSession } from '#client/stored-session.ts'

/** Pixels. */
const WIDTH = 320

/** A small JPEG of a scan of the user's own draft: an `<img>` sends no token. */
export async function readOwnPicture(
  client: Client,
  session: Pick<StoredSession, 'access'>,
  scan: { id: number; version?: string },
  signal?: AbortSignal,
): Promise<Blob> {
  const query = { width: WIDTH, format: 'jpeg', v: scan.version }
  const headers = { authorization: `JWT ${session.access()}` }
  const address = client.address('scanImage', { path: { id: scan.id }, query })
  const answer = await fetch(address, { headers, signal: signal ?? null })
  if (!answer.ok) throw new Error(`The picture answered ${answer.status}`)
  return answer.blob()
}

/** The Content-Security-Policy allows no blob: pictures. */
export const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
