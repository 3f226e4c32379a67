import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aZone, settle, world } from './world.ts'
import { answerAll, held, order } from '../shared/late-answers.ts'
import { runs } from '../../setup/length.ts'

test('answers in any order: items belong to the last zone and page', async () => {
  const step = fc.oneof(
    fc.record({ zone: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ page: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ end: fc.integer({ min: 1900, max: 1910 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), order, async (steps, answers) => {
      const items = held((query) => {
        const title = `${query.get('location')}/${query.get('page')}/${query.get('date')?.slice(8, 12) ?? 'all'}`
        return { count: 20, results: [{ id: 1, type: 'object', title, visibility: 'published' }] }
      })
      const here = world({ api: { '/api/items/': items.reply } })
      await here.begin()
      let [zone, page, end]: [number, number, number | 'all'] = [0, 1, 'all']
      for (const each of steps) {
        if ('zone' in each) {
          if (each.zone !== zone) page = 1
          zone = each.zone
          here.stores.zoomToZone(zone)
        } else if ('page' in each) {
          if (zone !== 0) page = each.page
          here.stores.goToPage(each.page)
        } else {
          if (each.end !== end) page = 1
          end = each.end
          here.stores.setYears({ start: 1850, end: each.end })
        }
        await settle()
      }
      await here.pass(250)
      await answerAll(items.open, answers)
      const media = here.stores.$media.get()
      if (zone === 0) expect(media).toEqual({ state: 'unselected' })
      else expect(media).toMatchObject({ state: 'ready', page, items: [{ title: `${zone}/${page}/${end}` }] })
    }),
    { numRuns: runs(40) },
  )
})

test('answers in any order: organizations belong to the last text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('band', 'hall', 'mill', 'xy', ''), { minLength: 1, maxLength: 6 }),
      order,
      async (texts, answers) => {
        const call = held((query) => [{ id: 1, name: query.get('search') }])
        const here = world({ api: { '/api/organizations/': call.reply } })
        await here.begin()
        for (const text of texts) {
          here.stores.searchOrganizations(text)
          await here.pass(200)
        }
        await answerAll(call.open, answers)
        const last = texts.at(-1)!
        const now = here.stores.$organizations.get()
        if (last.length > 2) expect(now).toMatchObject({ state: 'found', rows: [{ name: last }] })
        else expect(now.state).toBe(last === '' ? 'idle' : 'more-letters')
      },
    ),
    { numRuns: runs(25) },
  )
})

test('answers in any order: the highlight belongs to the last organization', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 6 }),
      order,
      async (ids, answers) => {
        const call = held((query) => {
          const organization = Number(query.get('organization'))
          return [{ organization, location: organization }]
        })
        const here = world({
          zones: [aZone(1), aZone(2), aZone(3)],
          api: { '/api/organizations/location/': call.reply },
        })
        await here.begin()
        const counted: Promise<number>[] = []
        for (const id of ids) {
          if (id === 0) here.stores.clearHighlight()
          else counted.push(here.stores.highlightOrganization(id))
          await settle()
        }
        await answerAll(call.open, answers)
        const last = ids.at(-1)!
        expect(here.stores.$highlighted.get()).toBe(last === 0 ? null : last)
        expect(here.stores.$business.get()).toEqual(last === 0 ? [] : [last])
        expect(await Promise.all(counted)).toEqual(counted.map(() => 1))
      },
    ),
    { numRuns: runs(25) },
  )
})
