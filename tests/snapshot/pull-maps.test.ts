import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readSnapshot } from '#snapshot/files.ts'
import { pullSnapshot } from '#snapshot/pull.ts'
import { Refused, foreignServer, type Reply } from './foreign-server.ts'
import { freshFolder } from '../server/bundle/fresh-archive.ts'

let parent: string
beforeEach(async () => void (parent = await freshFolder()))

async function pull(replies: Record<string, Reply>) {
  const folder = join(parent, 'snapshot')
  await pullSnapshot({ api: 'http://foreign.test', apiBase: '', folder, ...foreignServer(replies) })
  return readSnapshot(folder)
}

test('reads overlays, skips invalid rows, and accepts servers without this call', async () => {
  const kept = { layer: 5, version: '0123456789ab', bounds: [-82, 43, -81, 44], minimum_zoom: 13, maximum_zoom: 19 }
  const first = { ...kept, layer: 4 }
  const { meta } = await pull({ '/api/overlays/': () => [kept, { ...kept, version: '../..' }, null, first] })
  expect(meta.overlays).toEqual([first, kept])
  expect((await pull({ '/api/overlays/': () => new Refused(404) })).meta.overlays).toEqual([])
  expect((await pull({ '/api/overlays/': () => ({ detail: 'none' }) })).meta.overlays).toEqual([])
})

test('reads the layers of the map; a server without this call, or with an odd answer, has none', async () => {
  const layers = { overlays: [{ id: 'plan', layer: 4, title: 'Plan', year: null, inLegend: true }], baseMaps: [] }
  expect((await pull({ '/api/map-layers/': () => layers })).meta.mapLayers).toEqual(layers)
  expect((await pull({ '/api/map-layers/': () => new Refused(404) })).meta.mapLayers).toBeUndefined()
  expect((await pull({ '/api/map-layers/': () => ({ overlays: 'all' }) })).meta.mapLayers).toBeUndefined()
})
