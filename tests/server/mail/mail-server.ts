import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerDataStream } from 'smtp-server'

interface Received {
  /** The recipients of the envelope. */
  to: string[]
  raw: string
  mail: Email
}
export interface MailServer {
  url: string
  received: Received[]
  /** Replies to the next recipients: a code, or 250. */
  answers: number[]
  close(): Promise<void>
}

/** A real SMTP server on this machine, without TLS. */
export async function openMailServer({ port = 0 } = {}): Promise<MailServer> {
  const received: Received[] = []
  const answers: number[] = []
  const read = async (stream: SMTPServerDataStream) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    disableReverseLookup: true,
    onRcptTo(address, _session, callback) {
      const responseCode = answers.shift() ?? 250
      if (responseCode < 300) return callback()
      return callback(Object.assign(new Error(`<${address.address}> is not taken`), { responseCode }))
    },
    onData(stream, session, callback) {
      read(stream).then(async (raw) => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ to, raw: raw.toString(), mail: await PostalMime.parse(raw) })
        callback()
      }, callback)
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return { url, received, answers, close: () => new Promise((done) => server.close(done)) }
}
