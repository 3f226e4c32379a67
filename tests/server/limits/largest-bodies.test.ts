import { expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { BODY } from '#contract/limits.ts'
import { openTestArchive } from '../fixtures.ts'
import { SAMPLE_CALLS } from '../walk/sample-calls.ts'
import { ALL, sampleOf } from '../../setup/length.ts'
import { largestBodies } from './largest-bodies.ts'
import { useArchive } from '../use-archive.ts'

const town = useArchive(() => openTestArchive(undefined, { writeLimits: { account: 1e6, address: 1e6, seconds: 60 } }))

/** Characters of a short answer. */
const SHORT = 1_000

test('the largest allowed body of every call, with the worst content, gets one short refusal', async () => {
  const problems = new Set<string>()
  let sent = 0
  const byCall = Map.groupBy(largestBodies(), ({ name, kind }) => `${name} ${kind}`)
  for (const { name, kind, field, what, payload } of [...byCall.values()].flatMap((each) => sampleOf(each, 12))) {
    expect(payload.length).toBeLessThanOrEqual(BODY.maximumBytes)
    const { url, headers } = SAMPLE_CALLS[name]({ id: 1 })
    const path = kind === undefined ? url : url.replace(/records\/\w+/, `records/${kind}`)
    const { status, body, json } = await town.send(path.replace('{version}', 'x'), {
      method: endpoints[name].method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: payload,
      as: 'administrator',
    })
    sent += 1
    const messages = (json as Record<string, unknown>)?.[field]
    const where = `${name} ${kind ?? ''} ${field}: ${what.slice(0, 60)}`
    if (status >= 400 && body.length > SHORT) problems.add(`${where}: ${status}, ${body.length} characters`)
    if (status >= 500) problems.add(`${where}: ${status}`)
    if (Array.isArray(messages) && messages.length > 1) problems.add(`${where}: ${messages.join(' | ')}`)
    // Only what is as long as the field may be is taken.
    const isEmpty = what.endsWith('text of  ')
    if (status < 400 && !isEmpty && payload.length > 1_000_000) problems.add(`${where}: ${status}`)
  }
  expect([...problems]).toEqual([])
  expect(sent).toBeGreaterThan(ALL ? 500 : 60)
}, 300_000)
