import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

const example = (name: string) =>
  readFileSync(resolve(import.meta.dirname, '../../docs/operate/web-servers', name), 'utf8').replaceAll(
    '/var/lib/lotline/site',
    'SITE',
  )

/** What an example is run with: a folder for its files, that of the releases, the port of Lotline, and its own. */
interface Place {
  folder: string
  site: string
  api: number
  port: number
}

interface WebServer {
  /** Its version, undefined where it is not installed. */
  version: string | undefined
  /** Writes the configuration, with nothing changed but what the example says. Returns the command. */
  prepare: (place: Place) => string[]
}

const versionOf = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? `${stdout}${stderr}`.trim() : undefined
}

export const WEB_SERVERS: Record<'nginx' | 'Caddy', WebServer> = {
  nginx: {
    version: versionOf('nginx', '-v'),
    prepare({ folder, site, api, port }) {
      const lotline = example('nginx.conf')
        .replaceAll('SITE', site)
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace(/listen \[::\]:80;/, '')
        .replace('server 127.0.0.1:4321;', `server 127.0.0.1:${api};`)
      writeFileSync(join(folder, 'lotline.conf'), lotline)
      // What a distribution has around it. Its workers can read what this user can.
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const user = process.getuid?.() === 0 ? 'user root;' : ''
      writeFileSync(
        join(folder, 'nginx.conf'),
        `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
        events { } http { include /etc/nginx/mime.types; default_type application/octet-stream; access_log ${folder}/access.log;
        ${paths.join(' ')} include ${folder}/lotline.conf; }`,
      )
      return ['nginx', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
    },
  },
  Caddy: {
    version: versionOf('caddy', 'version'),
    prepare({ folder, site, api, port }) {
      const lotline = example('Caddyfile')
        .replaceAll('SITE', site)
        .replace(
          '\narchive.example.org {',
          `\nhttp://127.0.0.1:${port} {\n\tlog {\n\t\toutput file ${folder}/access.log\n\t}`,
        )
        .replaceAll('127.0.0.1:4321', `127.0.0.1:${api}`)
      writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${lotline}`)
      // As the example says.
      symlinkSync('current/../headers.caddy', join(site, 'headers.caddy'))
      return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
    },
  },
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Runs an example until `stop`. @throws with its complaints if it does not answer within ten seconds. */
export async function runExample(name: keyof typeof WEB_SERVERS, place: Omit<Place, 'port'>) {
  const port = await freePort()
  mkdirSync(place.folder, { recursive: true })
  const [program, ...args] = WEB_SERVERS[name].prepare({ ...place, port })
  const child: ChildProcess = spawn(program!, args, {
    env: { ...process.env, HOME: place.folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const base = `http://127.0.0.1:${port}`
  const until = performance.now() + 10_000
  for (;;) {
    if (
      await fetch(base).then(
        (answer) => answer.body?.cancel().then(() => true),
        () => false,
      )
    )
      break
    if (child.exitCode !== null || performance.now() > until) throw new Error(`${name} does not answer: ${said}`)
    await new Promise((wait) => setTimeout(wait, 50))
  }
  return {
    port,
    base,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
