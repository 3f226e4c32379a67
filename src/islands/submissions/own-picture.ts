import type { Client } from '#client/client.ts'
import type { StoredSession } from '#client/stored-session.ts'

/** Pixels. */
const WIDTH = 320

/** A scan of the user's own draft, as a data URL: an `<img>` sends no token, and the Content-Security-Policy allows no blob: pictures. */
export async function readOwnPicture(
  client: Client,
  session: Pick<StoredSession, 'access'>,
  scan: { id: number; version: string },
  signal: AbortSignal,
): Promise<string> {
  const query = { width: WIDTH, format: 'jpeg', v: scan.version }
  const headers = { authorization: `JWT ${session.access()}` }
  const answer = await fetch(client.address('scanImage', { path: { id: scan.id }, query }), { headers, signal })
  if (!answer.ok) throw new Error(`The picture answered ${answer.status}`)
  const blob = await answer.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })
}
