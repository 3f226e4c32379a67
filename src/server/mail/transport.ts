import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { writeAtomically } from '../storage/removal.ts'

export interface Outgoing {
  message: SendMailOptions
  /** File name in the outbox: letters, digits, dots and dashes. */
  name: string
}
/** A mail server, or a folder. */
export interface Transport {
  /** @throws the error of the mail server or the disk; as far as known, nothing was delivered. */
  send(outgoing: Outgoing): Promise<void>
  /** Call it when there is nothing more to send. */
  close(): void
}

/** Timeouts of a mail server in milliseconds. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 15_000 }
/** Letters are text: nothing in them is ever fetched. */
const SEALED = { disableFileAccess: true, disableUrlAccess: true }

/** SMTP with one pooled connection. TLS and login follow the URL: `smtps:` from the start, `smtp:` with STARTTLS if offered (nodemailer's parameters work). */
export function smtpTransport(url: string): Transport {
  const transport = createTransport({ url, pool: true, maxConnections: 1, ...TIMEOUTS, ...SEALED } as {
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

/** Writes each mail as an .eml file, readable by the server's user only, since links are secret. */
export function outboxTransport(folder: string): Transport {
  const build = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...SEALED })
  return {
    async send({ message, name }) {
      const { message: bytes } = await build.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeAtomically(join(folder, `${name}.eml`), (temporary) =>
        writeFile(temporary, bytes as Buffer, { mode: 0o600, flush: true }),
      )
    },
    close: () => {},
  }
}

/** The configured transport: SMTP_URL, else DATA_DIR/outbox. */
export const openTransport = ({ smtpUrl, dataDir }: { smtpUrl: string | undefined; dataDir: string }): Transport =>
  smtpUrl === undefined ? outboxTransport(join(dataDir, 'outbox')) : smtpTransport(smtpUrl)
