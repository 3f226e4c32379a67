import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = 'firefox-esr'
export const hasFirefox = spawnSync(PROGRAM, ['--version']).status === 0

/** As a visitor has it: each file is an origin of its own, and remote control relaxes nothing. No network. */
const PREFERENCES: Record<string, unknown> = {
  'remote.prefs.recommended': false,
  'security.fileuri.strict_origin_policy': true,
  'privacy.file_unique_origin': true,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.aboutwelcome.enabled': false,
}

interface Message {
  id?: number
  type?: string
  result?: object
  error?: string
  message?: string
  method?: string
  params?: { level?: string; text?: string | null; errorText?: string; request?: { url: string } }
}

/** A real Firefox over WebDriver BiDi. `problems`: console errors and failed loads of the pages since the last look. */
export async function openFirefox() {
  const profile = mkdtempSync(join(tmpdir(), 'lotline-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    (each) => `user_pref(${each.map((part) => JSON.stringify(part)).join(', ')});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank']
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (text) => {
      const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec((said += String(text))) ?? []
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(said)))
  })
  const socket = new WebSocket(`${address}/session`)
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }))

  let last = 0
  const problems: string[] = []
  const waiting = new Map<number, { resolve: (result: object) => void; reject: (error: Error) => void }>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, error, message, method, params } = JSON.parse(String(data)) as Message
    if (id !== undefined && type === 'error') waiting.get(id)?.reject(new Error(`${error}: ${message}`))
    else if (id !== undefined) waiting.get(id)?.resolve(result!)
    else if (method === 'network.fetchError') problems.push(`${params?.request?.url}: ${params?.errorText}`)
    else if (method === 'log.entryAdded' && params?.level === 'error') problems.push(String(params.text))
  }
  const send = <T extends object>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set((last += 1), { resolve: resolve as (result: object) => void, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded', 'network.fetchError'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const { context } = contexts[0]!

  return {
    problems: () => problems.splice(0),
    goto: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Runs an expression in the page. */
    async evaluate<T>(expression: string): Promise<T> {
      const target = { target: { context }, awaitPromise: true }
      const text = `Promise.resolve(${expression}).then(JSON.stringify)`
      const { result } = await send<{ result?: { value?: string } }>('script.evaluate', { expression: text, ...target })
      return JSON.parse(result?.value ?? 'null') as T
    },
    async doubleClick(x: number, y: number): Promise<void> {
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      const actions = [{ type: 'pointerMove', x, y }, ...press, ...press]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] })
    },
    async close(): Promise<void> {
      socket.close()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
