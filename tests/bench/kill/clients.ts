import { randomUUID } from 'node:crypto'
import { pictureOf, sha256, type Ledger, type Sent, type SentItem } from './ledger.ts'

/** An answer that is neither what the contract promises nor one that a client is to expect and wait for. */
class UnexpectedAnswer extends Error {}
/** The connection ended without an answer: the server was killed. */
class NoAnswer extends Error {}

export interface Life {
  base: string
  headers: { authorization: string }
  /** True once the server was killed. */
  over: boolean
}

const POSITIONS = ['bottom right', 'bottom left', 'top right', 'top left']
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** One call; busy answers are tried again as Retry-After says, at most for this life. */
async function call(life: Life, way: string, init: RequestInit): Promise<{ status: number; json: { id: number } }> {
  while (!life.over) {
    let answer, text
    try {
      answer = await fetch(life.base + way, { ...init, headers: { ...life.headers, ...init.headers } })
      text = await answer.text()
    } catch {
      throw new NoAnswer()
    }
    if (answer.status === 503 || answer.status === 429) {
      await pause(200)
      continue
    }
    if (!answer.ok) throw new UnexpectedAnswer(`${init.method} ${way} answered ${answer.status}: ${text}`)
    return { status: answer.status, json: JSON.parse(text || '{}') as { id: number } }
  }
  throw new NoAnswer()
}

const postJson = (life: Life, way: string, body: unknown, key?: string) =>
  call(life, way, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  })

/** Sends something under its key, for the first time or again; the id of the answer is what the archive must keep from now on. */
async function send(life: Life, sent: Sent): Promise<void> {
  const { id } = (await sendOnce(life, sent)).json
  if (sent.id !== undefined && sent.id !== id) {
    throw new UnexpectedAnswer(`The same key was answered with ${sent.id} and then with ${id}.`)
  }
  sent.id = id
}

function sendOnce(life: Life, sent: Sent) {
  if (sent.kind === 'person') return postJson(life, '/api/people/', sent.body, sent.key)
  if (sent.kind === 'item') return postJson(life, '/api/item/post/', sent.body, sent.key)
  const form = new FormData()
  for (const [name, value] of Object.entries(sent.fields)) form.set(name, String(value))
  form.set('image', new Blob([new Uint8Array(pictureOf(sent.key))], { type: 'image/jpeg' }), `${sent.key}.jpg`)
  return call(life, '/api/scans/create/', { method: 'POST', headers: { 'idempotency-key': sent.key }, body: form })
}

const newPerson = (key: string): Sent => ({
  kind: 'person',
  key,
  body: {
    first_name: pick(['Ann', 'Zoë', '李', 'Þóra']),
    middle_name: key,
    surname: 'Kill-Run',
    biography: `Lived here. ${'Much is said of it. '.repeat(1 + Math.floor(Math.random() * 50))}End.`,
    date_of_birth: 18_000_000 + Math.floor(Math.random() * 100) * 10_000,
  },
})

const newItem = (key: string, people: number[]): SentItem => ({
  kind: 'item',
  key,
  body: {
    type: pick(['photograph', 'postcard', 'object', 'paper_record']),
    title: `The mill ${key}`,
    general_description: `Seen from the bridge. ${'Snow lies on it. '.repeat(1 + Math.floor(Math.random() * 200))}End.`,
    date_start: 18_500_000 + Math.floor(Math.random() * 40) * 10_000,
    date_end: 19_000_000,
    people,
    externalRecordURL: `https://example.org/${key}`,
  },
})

const newScan = (key: string, item: number, order: number): Sent => ({
  kind: 'scan',
  key,
  fields: {
    item,
    order,
    watermark: `© ${key.slice(0, 8)}`,
    color: pick(['black', 'white']),
    position: pick(POSITIONS),
  },
  sha256: sha256(pictureOf(key)),
})

/** Somebody who sends people, items and scans one after the other, in life after life of the server. */
export function createVolunteer(ledger: Ledger) {
  /** What was sent last and not answered: it is sent again under its key, as the product's own client does. */
  let unanswered: Sent | undefined
  const people: number[] = []
  let last: Sent | undefined

  async function begin(life: Life, sent: Sent): Promise<number> {
    unanswered = ledger.add(sent)
    await send(life, sent)
    last = unanswered
    unanswered = undefined
    return sent.id!
  }

  async function work(life: Life): Promise<void> {
    if (unanswered) {
      await send(life, unanswered)
      unanswered = undefined
    }
    for (;;) {
      if (people.length < 3 || Math.random() < 0.1) people.push(await begin(life, newPerson(randomUUID())))
      const item = newItem(randomUUID(), [pick(people)])
      const id = await begin(life, item)
      const scans = 1 + Math.floor(Math.random() * 3)
      for (let order = 1; order <= scans; order++) await begin(life, newScan(randomUUID(), id, order))
      // An answer that was lost on its way: the client asks again for what the server did long ago.
      if (Math.random() < 0.2) await send(life, last!)
      item.finished = true
    }
  }
  return { live: (life: Life) => work(life).catch(endOfLife) }
}

/** Staff who publish what has arrived. */
export function createPublisher(ledger: Ledger) {
  /** Publishings whose answer never came. */
  const doubtful = new Set<SentItem>()
  async function work(life: Life): Promise<void> {
    for (const item of doubtful) {
      const { json } = await call(life, `/api/item/${item.id}/`, { method: 'GET' })
      if ((json as unknown as { visibility: string }).visibility === 'published') item.published = true
      doubtful.delete(item)
    }
    while (!life.over) {
      const waiting = ledger.of('item').filter(({ finished, published }) => finished && !published)
      if (waiting.length > 0) {
        const item = pick(waiting)
        doubtful.add(item)
        const way = `/api/records/items/${item.id}/`
        const { version } = (await call(life, way, { method: 'GET' })).json as unknown as { version: string }
        const headers = { 'content-type': 'application/json', 'if-match': `"${version}"` }
        await call(life, `${way}publish/`, { method: 'POST', headers, body: '{"note":""}' })
        doubtful.delete(item)
        item.published = true
      }
      await pause(30)
    }
  }
  return { live: (life: Life) => work(life).catch(endOfLife) }
}

function endOfLife(error: unknown): void {
  if (!(error instanceof NoAnswer)) throw error
}
