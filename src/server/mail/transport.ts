import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { flushFolder } from '../media/flush.ts'

/** A mail on its way out. */
export interface Outgoing {
  message: SendMailOptions
  /** Names the file in the outbox: letters, digits, dots and dashes. */
  name: string
}
/** Where mail goes: a mail server, or a folder. */
export interface Transport {
  /** @throws what the mail server or the disk says; nothing has been delivered then, as far as anybody knows. */
  send(outgoing: Outgoing): Promise<void>
  /** To be called when there is no more to send for now. */
  close(): void
}

/** Milliseconds that a mail server may take to be reached, to greet, and to say each next thing. */
const PATIENCE = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }
/** A letter is text: nothing that stands in it is ever fetched. */
const SEALED = { disableFileAccess: true, disableUrlAccess: true }

/**
 * Sends over SMTP, all of a pass over one connection. TLS, user and password are as the address says: `smtps:` from the start, `smtp:` as
 * soon as the server offers it (nodemailer's query parameters, such as `?requireTLS=true`, hold).
 */
export function smtpTransport(url: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 1, ...PATIENCE, ...SEALED } as {
    url: string
    pool: true
  })
  return {
    async send({ message }) {
      await transport.sendMail(message)
    },
    close: () => transport.close(),
  }
}

/** Keeps each mail as a file of this folder that any mail program opens; only the owner of the server may read them, for their links are secret. */
export function outboxTransport(folder: string): Transport {
  const build = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...SEALED })
  return {
    async send({ message, name }) {
      const { message: bytes } = await build.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${name}.eml`)
      const temporary = `${file}.${process.pid}.part`
      try {
        await writeFile(temporary, bytes as Buffer, { mode: 0o600, flush: true })
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await flushFolder(folder)
    },
    close: () => {},
  }
}

/** Where this server's mail goes: over SMTP_URL, or without one into DATA_DIR/outbox. */
export const openTransport = ({ smtpUrl, dataDir }: { smtpUrl: string | undefined; dataDir: string }): Transport =>
  smtpUrl === undefined ? outboxTransport(join(dataDir, 'outbox')) : smtpTransport(smtpUrl)
