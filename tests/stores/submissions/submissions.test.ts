import { describe, expect, test } from 'vitest'
import type { QueueEntry } from '#contract/record.ts'
import { createSubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { AWAY, network, Status, type Reply } from '../shared/fakes.ts'

const entry = (key: number, more: Partial<QueueEntry> = {}): QueueEntry => ({
  ...{ kind: 'items', key, label: `Item ${key}`, type: 'photograph', state: 'waiting', author: null, note: '' },
  ...{ submitted_at: null, scans: 0, first_scan: null, address: null, ...more },
})
const page = (count: number, ...results: unknown[]) => ({ count, results })

function world(query: string, reply: Reply, others: Record<string, Reply> = {}) {
  const { client, askedOf } = network({ '/api/submissions/': reply, ...others })
  let shown = query
  const address = { read: () => new URLSearchParams(shown), replace: (next: string) => void (shown = next) }
  const stores = createSubmissionsStores({ client, address, withSession: (work) => work() })
  const asked = () => askedOf('/api/submissions/').map((each) => each.slice('/api/submissions/'.length))
  return { stores, asked, askedOf, address: () => shown }
}

describe('the list', () => {
  test('reads its filters from the address and writes them there', async () => {
    const { stores, asked, address } = world('kind=people&state=returned&page=2', () => page(30, entry(5)))
    await stores.start()
    expect(asked()).toEqual(['?kind=people&state=returned&page=2&page_size=10'])
    await stores.filter({ state: 'published' })
    expect([address(), asked().at(-1)]).toEqual([
      'kind=people&state=published',
      '?kind=people&state=published&page=1&page_size=10',
    ])
    await stores.goTo(3)
    expect(address()).toBe('kind=people&state=published&page=3')
    await stores.filter({ kind: 'all', state: '' })
    expect([address(), asked().at(-1)]).toEqual(['kind=all', '?page=1&page_size=10'])
  })

  test.each(['kind=plaques', 'state=lost', 'page=-1', 'page=x', 'record=items', 'record=plaques/1'])(
    'ignores %s',
    async (query) => {
      const { stores, asked } = world(query, () => page(0))
      await stores.start()
      expect(asked()).toEqual(['?kind=items&page=1&page_size=10'])
    },
  )

  test('goes to the last page when it became shorter', async () => {
    const { stores, asked } = world('page=9', (query) => (query.get('page') === '2' ? page(11, entry(1)) : page(11)))
    await stores.start()
    expect(asked().at(-1)).toContain('page=2')
    expect(stores.$list.get()).toMatchObject({ state: 'ready', count: 11, entries: [{ key: 1 }] })
  })

  test.each<[state: string, reply: Reply]>([
    ['failed', () => AWAY],
    ['failed', () => new Status(500)],
    ['failed', () => new Response('<h1>Hello</h1>')],
    ['failed', () => [entry(1)]],
  ])('is %s after %s', async (state, reply) => {
    const { stores } = world('', reply)
    await stores.start()
    expect(stores.$list.get().state).toBe(state)
  })
})

describe('the entry that the address names', () => {
  test('is loaded whatever page it is on', async () => {
    const { stores } = world('record=items/12', (query) =>
      query.get('key') === '12' ? page(1, entry(12)) : page(40, entry(40)),
    )
    await stores.start()
    expect(stores.$named.get()).toEqual(entry(12))
    expect(stores.$list.get()).toMatchObject({ count: 40 })
    await stores.filter({ state: 'waiting' })
    expect(stores.$named.get()).toBe(null)
  })
})

describe('putting an entry back in the queue', () => {
  const returned = entry(12, { state: 'returned', note: 'Which year?' })
  const open = async (answer: Reply) => {
    const here = world('record=items/12', () => page(1, returned), { '/api/records/items/12/resubmit/': answer })
    await here.stores.start()
    return here
  }

  test.each<[outcome: string, answer: Reply]>([
    ['failed', () => AWAY],
    ['failed', () => new Status(503)],
    ['moved', () => new Status(409)],
    ['moved', () => new Status(403)],
  ])('%s: it stays returned', async (outcome, answer) => {
    const { stores } = await open(answer)
    expect(await stores.resubmit(returned, '')).toBe(false)
    expect(stores.$message.get()).toMatchObject({ outcome })
    expect(stores.$list.get().entries).toEqual([returned])
    expect(stores.$isResubmitting.get()).toBe(false)
  })
})
