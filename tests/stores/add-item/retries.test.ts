import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTRACT_USER, device, server, Status, tab, VOLUNTEER, type Fate, type Tab } from './world.ts'
import { runs } from '../../setup/length.ts'

const stateOf = (here: Tab) => here.stores.$submission.get()

describe('an answer that is lost', () => {
  test('our server a month later, when it has forgotten the key: it is looked for like on a server without keys', async () => {
    const here = tab()
    here.server.replies['GET /api/items/'] = () => ({ count: 0, results: [] })
    await here.begin()
    await here.fill()
    here.server.fates.push('answer lost')
    await here.submit()
    here.passDays(30)
    await here.submit()
    expect(stateOf(here).state).toBe('unsure')
    here.server.replies['GET /api/items/'] = () => ({ count: 1, results: here.server.items })
    await here.submit()
    expect(stateOf(here)).toMatchObject({ state: 'done', item: 100 })
    expect(here.server.items).toHaveLength(1)
  })
})

describe('what was refused may be changed', () => {
  test('fields: the next try sends them as they are then', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mlil')
    here.server.fates.push(new Status(400, '{"title":["No."]}'))
    await here.submit()
    here.stores.change({ title: 'The mill' })
    await here.submit()
    expect(here.server.items).toMatchObject([{ title: 'The mill' }])
    expect(here.server.asked).toEqual(['POST /api/item/post/', 'POST /api/item/post/'])
  })
  test('an image: its watermark and its place', async () => {
    const here = tab()
    await here.begin()
    await here.fill('The mill', 2)
    const [first, second] = here.draft().images
    here.imageFates.push(new Status(413), new Status(503))
    await here.submit()
    expect(here.draft().images.map(({ sent }) => sent?.order)).toEqual([undefined, 2])
    here.stores.changeImage('all', { watermark: 'Family Calder' })
    here.stores.moveImage(first!.id, 2)
    await here.submit()
    // The answer to the second one is not known: it is sent as before.
    expect(here.server.scans).toMatchObject([
      { id: second!.id, order: 2, watermark: second!.watermark },
      { id: first!.id, order: 2, watermark: 'Family Calder' },
    ])
  })
  test('an image that was sent stays where nobody can remove it', async () => {
    for (const user of [VOLUNTEER, CONTRACT_USER]) {
      const here = tab({ user })
      await here.begin()
      await here.fill('The mill', 2)
      here.imageFates.push('answered', 'lost')
      await here.submit()
      here.stores.removeImage(here.draft().images[0]!.id)
      expect(here.draft().images).toHaveLength(user === VOLUNTEER ? 1 : 2)
    }
  })
})

test('whatever fails, is retried, killed or opened again: one item, each image once, in order', async () => {
  const itemFate = fc.constantFrom<Fate>('answered', 'answer lost', 'lost', new Status(500), new Status(429))
  const imageFate = fc.constantFrom<Fate | 'tab killed'>(
    'answered',
    'answered',
    'answer lost',
    'lost',
    'tab killed',
    new Status(413),
    new Status(503),
  )
  const property = fc.asyncProperty(
    fc.array(itemFate, { maxLength: 4 }),
    fc.array(imageFate, { maxLength: 12 }),
    fc.integer({ min: 0, max: 5 }),
    async (itemFates, imageFates, images) => {
      const kept = device()
      const archive = server()
      archive.fates.push(...itemFates)
      const fates = [...imageFates]
      let here = tab({ device: kept, server: archive })
      await here.begin()
      await here.fill('The mill', images)
      const order = here.draft().images.map(({ id }) => id)
      for (let tries = 0; stateOf(here).state !== 'done'; tries++) {
        expect(tries).toBeLessThan(30)
        here.imageFates.splice(0, Infinity, ...fates.splice(0, 3))
        await here.submit()
        // A tab that was killed: another one goes on with what is stored.
        if (stateOf(here).state === 'sending-images') {
          here = tab({ device: kept, server: archive })
          await here.begin()
        }
      }
      expect(archive.items).toHaveLength(1)
      expect(archive.scans.toSorted((a, b) => a.order - b.order).map(({ id }) => id)).toEqual(order)
      expect(kept.drafts.size + kept.files.size).toBe(0)
    },
  )
  await fc.assert(property, { numRuns: runs(60) })
})
