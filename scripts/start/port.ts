import { createServer } from 'node:net'
import type { Config } from '#server/config.ts'

/** The message for a port that cannot be used; undefined for other problems. */
export function portProblem(problem: unknown, port: number): string | undefined {
  const { code } = problem as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by Lotline itself. Stop that program, or choose another port, for example PORT=${port + 1}.`
  }
  if (code === 'EADDRNOTAVAIL')
    return 'HOST is not an address of this machine. 127.0.0.1 is, and :: stands for all of them.'
  if (code === 'EACCES')
    return `You have no permission to use port ${port}. Choose one above 1023, for example PORT=4321.`
  return undefined
}

/** On which addresses it listens, in a sentence. */
export const listeningText = ({ host, port }: Pick<Config, 'host' | 'port'>): string =>
  isLoopback(host)
    ? `Lotline listens on ${host}, port ${port}: only this machine reaches it. HOST=:: opens it to others.`
    : `Lotline listens on ${host === '::' || host === '0.0.0.0' ? 'every address of this machine' : host}, port ${port}: other machines reach it. HOST=127.0.0.1 closes it to them.`
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Tries a port before the slow work starts. Throws the error of `listen`. */
export function tryPort({ port, host }: Pick<Config, 'host' | 'port'>): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host === '::' ? undefined : host, () => server.close(() => resolve()))
  })
}
