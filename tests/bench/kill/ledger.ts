import { createHash } from 'node:crypto'
import sharp from 'sharp'

/** What a client sent under one key, and the id that the server acknowledged it with (undefined: no answer came). */
interface SentPerson {
  kind: 'person'
  key: string
  body: { first_name: string; middle_name: string; surname: string; biography: string; date_of_birth: number }
  id?: number
}
export interface SentItem {
  kind: 'item'
  key: string
  body: {
    type: string
    title: string
    general_description: string
    date_start: number
    date_end: number
    people: number[]
    externalRecordURL: string
  }
  id?: number
  /** True once all its scans were acknowledged: from then on it may be published, and its author adds nothing more. */
  finished?: boolean
  /** True once a publishing was acknowledged. */
  published?: boolean
}
export interface SentScan {
  kind: 'scan'
  key: string
  fields: { item: number; order: number; watermark: string; color: string; position: string }
  sha256: string
  id?: number
}
export type Sent = SentPerson | SentItem | SentScan

/** Everything that was ever sent, by its key: what the archive may hold, and what of it it must hold. */
export function createLedger() {
  const all: Sent[] = []
  const of = <K extends Sent['kind']>(kind: K) =>
    all.filter((sent): sent is Extract<Sent, { kind: K }> => sent.kind === kind)
  return {
    add<S extends Sent>(sent: S): S {
      all.push(sent)
      return sent
    },
    of,
    count: () => all.length,
    acknowledged: () => all.filter(({ id }) => id !== undefined),
  }
}
export type Ledger = ReturnType<typeof createLedger>

/** Noise, as heavy as a photograph of its size. */
const photograph = await sharp({
  create: {
    width: 480,
    height: 360,
    channels: 3,
    background: '#887755',
    noise: { type: 'gaussian', mean: 128, sigma: 30 },
  },
})
  .jpeg()
  .toBuffer()

/** A real JPEG that no other key has: the same photograph with a comment segment (ITU T.81, B.2.4.5). */
export function pictureOf(key: string): Buffer {
  const comment = Buffer.from(key)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([photograph.subarray(0, 2), head, comment, photograph.subarray(2)])
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
