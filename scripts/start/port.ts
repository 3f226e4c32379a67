import { createServer } from 'node:net'

/** The message for a port that cannot be used; undefined for other problems. */
export function portProblem(problem: unknown, port: number): string | undefined {
  const { code } = problem as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use, perhaps by Lotline itself. Stop that program, or choose another port, for example PORT=${port + 1}.`
  }
  if (code === 'EACCES')
    return `You have no permission to use port ${port}. Choose one above 1023, for example PORT=4321.`
  return undefined
}

/** Tries a port before the slow work starts. Throws the error of `listen`. */
export function tryPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, () => server.close(() => resolve()))
  })
}
