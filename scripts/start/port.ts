import { createServer } from 'node:net'

/** What to tell somebody whose port cannot be used; undefined for other problems. */
export function portProblem(problem: unknown, port: number): string | undefined {
  const { code } = problem as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program, perhaps by Lotline itself. Stop it, or choose another port, for example PORT=${port + 1}.`
  }
  if (code === 'EACCES') return `This user may not use port ${port}. Choose one above 1023, for example PORT=4321.`
  return undefined
}

/** Tries a port before the long work begins. Throws what listening throws. */
export function tryPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, () => server.close(() => resolve()))
  })
}
