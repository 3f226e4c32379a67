import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fetchedName } from '#server/mapping/map-tables.ts'
import { inspectUpload } from '#server/scans/inspect-file.ts'
import type { PictureLimits } from '#server/scans/inspect-picture.ts'
import { removeNonOriginal, renameIntoPlace } from '#server/storage/removal.ts'
import { FAILURES, LONGEST, limitBytes } from '../build-site/fetch-pictures.ts'

const MOST_TURNS = 5

/** Each host with the number of its addresses, the most first. */
export function hostsOf(addresses: Iterable<string>): [host: string, count: number][] {
  const hosts = Map.groupBy(addresses, (address) => (URL.canParse(address) ? new URL(address).host : address))
  return [...hosts].map(([host, { length }]): [string, number] => [host, length]).sort((a, b) => b[1] - a[1])
}

/** Asks a host that a person named, and no other, wherever it sends us. @throws with the reason */
async function ask(address: string, hosts: readonly string[], signal: AbortSignal): Promise<Response> {
  let at = address
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const { host, protocol } = new URL(at)
    if (!hosts.includes(host) || !/^https?:$/.test(protocol))
      throw new Error(`It leads to ${host}, which was not named`)
    const answer = await fetch(at, { redirect: 'manual', headers: { accept: 'image/*, */*;q=0.5' }, signal })
    const next = answer.headers.get('location')
    if (answer.ok && answer.body) return answer
    await answer.body?.cancel()
    if (answer.status < 300 || answer.status >= 400 || !next) throw new Error(`The server answered ${answer.status}`)
    at = new URL(next, at).href
  }
  throw new Error('The server sends us from address to address')
}

/**
 * Fetches the pictures at the addresses that lie on `hosts` into a folder, each once: what is there from before is not asked for again.
 * @returns the addresses that could not be fetched, with the reason
 */
export async function fetchWebPictures(
  addresses: readonly string[],
  { hosts, folder, limits }: { hosts: readonly string[]; folder: string; limits: PictureLimits },
  onEach: (done: number) => void = () => {},
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const there = new Set((await readdir(folder)).map((name) => name.replace(/\.[^.]*$/, '')))
  const failed: string[] = []
  let failures = 0
  for (const [at, address] of addresses.entries()) {
    onEach(at + 1)
    if (!URL.canParse(address) || !hosts.includes(new URL(address).host) || there.has(fetchedName(address))) continue
    const part = join(folder, '.part')
    try {
      if (failures >= FAILURES) throw new Error('The server does not answer')
      const signal = AbortSignal.timeout(LONGEST)
      const { body } = await ask(address, hosts, signal)
      await pipeline(body!, limitBytes(limits.maximumBytes), createWriteStream(part), { signal })
      const { format } = await inspectUpload(part, limits)
      await renameIntoPlace(part, join(folder, `${fetchedName(address)}.${format}`))
      failures = 0
    } catch (problem) {
      failures += 1
      failed.push(`${address}: ${(problem as Error).message}`)
    }
  }
  await removeNonOriginal(join(folder, '.part'))
  return failed
}
