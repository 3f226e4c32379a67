import { distinct, makePictures } from './pictures.ts'

/** What the process of the volunteers is told, and what it answers. */
export interface Shift {
  base: string
  /** Authorization headers, one a person. */
  people: string[]
  items: number
  scans: number
}
export interface Worked {
  milliseconds: number
  requests: number
  bytes: number
  /** Answers that were neither a success nor a stated limit (429 or 503 with Retry-After). */
  failed: string[]
  limited: number
}

const PICTURES = 4

/** Sends until it is taken, as a well-behaved client does: a stated limit says when to come back. */
async function send(worked: Worked, url: string, init: () => RequestInit): Promise<{ id: number } | undefined> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    worked.requests += 1
    const response = await fetch(url, init())
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as { id: number }
    const wait = Number(response.headers.get('retry-after'))
    if (![429, 503].includes(response.status) || !(wait > 0)) {
      worked.failed.push(`${url} ${response.status} ${text.slice(0, 200)}`)
      return undefined
    }
    worked.limited += 1
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
  }
  worked.failed.push(`${url} was never taken`)
  return undefined
}

async function volunteer(at: number, { base, people, items, scans }: Shift, pictures: Buffer[], worked: Worked) {
  const authorization = people[at]!
  for (let item = 0; item < items; item += 1) {
    const made = await send(worked, `${base}/api/item/post/`, () => ({
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': `item-${at}-${item}` },
      body: JSON.stringify({
        type: 'photograph',
        title: `Shoebox ${at}, picture ${item}`,
        general_description: 'From the shoebox of a volunteer.',
        date_start: 19010000,
        people: [1, 2],
        subject: [1],
        visibility: 'draft',
      }),
    }))
    if (!made) continue
    for (let order = 1; order <= scans; order += 1) {
      const bytes = distinct(pictures[(at + order) % pictures.length]!, `volunteer ${at} item ${item} scan ${order}`)
      worked.bytes += bytes.length
      await send(worked, `${base}/api/scans/create/`, () => {
        const body = new FormData()
        for (const [name, value] of Object.entries({
          watermark: 'Town',
          order,
          color: 'black',
          position: 'bottom right',
        })) {
          body.append(name, String(value))
        }
        body.append('item', String(made.id))
        body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `scan-${order}.jpg`)
        return { method: 'POST', headers: { authorization, 'idempotency-key': `scan-${at}-${item}-${order}` }, body }
      })
    }
  }
}

async function run(shift: Shift): Promise<Worked> {
  const pictures = await makePictures(PICTURES)
  process.send?.('ready')
  await new Promise<void>((resolve) => process.once('message', () => resolve()))
  const worked: Worked = { milliseconds: 0, requests: 0, bytes: 0, failed: [], limited: 0 }
  const began = performance.now()
  await Promise.all(shift.people.map((_, at) => volunteer(at, shift, pictures, worked)))
  worked.milliseconds = performance.now() - began
  return worked
}

// A process of its own (uploads-bench.ts forks it), as volunteers are: what they do takes no memory from the server.
process.once('message', (shift: Shift) => {
  void run(shift).then(
    (worked) => process.send?.(worked),
    (problem: unknown) => {
      console.error(problem)
      process.exit(1)
    },
  )
})
