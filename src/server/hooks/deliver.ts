import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Config } from '../config.ts'

/** `WEBHOOK_URL` after a publishing; `PURGE_URL` or `PURGE_COMMAND` after a build. */
export type HookName = 'webhook' | 'purge'
export type HookSettings = Pick<Config, 'webhook' | 'purge'>

/** What changed, for machines that build the site themselves. */
export interface WebhookBody {
  reason: string
  counter: number
}
/** `everything`: more has changed than a list can name. */
export interface PurgeBody {
  urls: string[]
  everything: boolean
}

/** Milliseconds for a receiver to answer, and for a command to end. */
const TIME_LIMIT = 10_000
/** Characters of a receiver's complaint. */
const SHOWN = 200

export const isConfigured = (settings: HookSettings, name: HookName): boolean => settings[name] !== undefined

/**
 * The headers of Standard Webhooks (standardwebhooks.com): the HMAC-SHA256 of `id.timestamp.body`. A secret that starts with `whsec_` is Base64, any other
 * one is used as it is.
 */
function signatureHeaders(secret: string, id: string, body: string, now: number): Record<string, string> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const timestamp = String(Math.floor(now / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

interface Delivery {
  settings: HookSettings
  name: HookName
  /** The same for each attempt. */
  id: string
  /** JSON. */
  body: string
  signal?: AbortSignal | undefined
  timeLimit?: number
  now?: number
}

/** One attempt. @throws an error that names the setting and says what is wrong. */
export async function deliver(delivery: Delivery): Promise<void> {
  const { settings, name, body } = delivery
  const { webhook, purge } = settings
  if (name === 'webhook' && webhook) return await post(delivery, 'WEBHOOK_URL', webhook.url, webhook.secret)
  if (name === 'purge' && purge?.url) await post(delivery, 'PURGE_URL', purge.url, purge.secret)
  if (name === 'purge' && purge?.command) await run(delivery, purge.command, JSON.parse(body) as PurgeBody)
}

async function post(
  { id, body, signal, timeLimit = TIME_LIMIT, now = Date.now() }: Delivery,
  variable: string,
  url: string,
  secret: string | undefined,
): Promise<void> {
  const timeout = AbortSignal.timeout(timeLimit)
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Lotline',
      ...(secret !== undefined && signatureHeaders(secret, id, body, now)),
    },
    // A redirect would send the signed body elsewhere.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (timeout.aborted) throw new Error(`${variable} did not answer within ${timeLimit / 1000} seconds.`)
    const { message, cause } = error as Error
    throw new Error(`${variable} can't be reached: ${(cause as Error | undefined)?.message ?? message}`)
  })
  await answer.body?.cancel()
  if (answer.status >= 300 && answer.status < 400)
    throw new Error(`${variable} answered with a redirect (${answer.status}). Set it to the final address.`)
  if (!answer.ok) throw new Error(`${variable} answered ${answer.status} ${answer.statusText}`.trim() + '.')
}

/** The URLs, one a line, are the standard input of the command. */
async function run({ signal, timeLimit = TIME_LIMIT }: Delivery, command: string, { urls }: PurgeBody): Promise<void> {
  const timeout = AbortSignal.timeout(timeLimit)
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve))
  const complaint = text(child.stderr).catch(() => '')
  // It need not read its input.
  child.stdin.on('error', () => {}).end(`${urls.join('\n')}\n`)
  const code = await ended.catch((error: Error) => {
    throw new Error(
      timeout.aborted
        ? `PURGE_COMMAND did not end within ${timeLimit / 1000} seconds.`
        : `PURGE_COMMAND failed: ${error.message}`,
    )
  })
  if (code === 0) return
  const said = (await complaint).trim().slice(-SHOWN)
  throw new Error(`PURGE_COMMAND ended with code ${code}${said === '' ? '.' : `: ${said}`}`)
}
