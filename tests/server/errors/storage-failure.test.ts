import { createConnection } from 'node:net'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { toErrorResponse } from '#server/http/error-response.ts'

const connect = (options: { path: string } | { port: number; host: string }) =>
  new Promise<unknown>((resolve) => createConnection(options).on('error', resolve))

test('a database that cannot be reached, however that shows, is a call to be made again later', async () => {
  for (const error of [
    await connect({ path: '/nowhere/.s.PGSQL.5432' }),
    await connect({ port: 1, host: '127.0.0.1' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
  ]) {
    const { status, headers } = toErrorResponse(error)
    expect([status, headers['retry-after']], String(error)).toEqual([503, '60'])
  }
})

test('a file that is not there is no such call', async () => {
  const error: unknown = await readFile('/nowhere/file').catch((problem: unknown) => problem)
  expect(toErrorResponse(error).status).toBe(500)
})
