import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEPS } from '#release/make-release.ts'
import type { Steps } from '#release/make-release.ts'
import { listsFrom, writeSnapshot } from '#snapshot/files.ts'

/** Of Local Contexts. */
const PROJECT = {
  ...{ id: 'p', title: 'Baskets', fetched_at: '' },
  labels: [
    {
      ...{ name: 'TK Clan (TK CL)', text: '', language_tag: '', community: '', translations: [] },
      ...{ version: 'b57a', png: Buffer.from('a picture').toString('base64') },
    },
  ],
}

/** Steps that make a small site at once: what is tested is what happens around them. Compression is the real one. */
export function quickSteps(title: string, replaced: Partial<Steps> = {}): Steps {
  return {
    settings: async () => ({}),
    pull: async ({ folder, apiBase }) => {
      const lists = listsFrom(() => [])
      const meta = writeSnapshot(folder, lists, {
        source: 'test',
        apiBase,
        counter: 1,
        overlays: [],
        contexts: [PROJECT],
      })
      return { meta, leftOut: [], unpublished: {}, oneByOne: [], notes: [] }
    },
    pages: async ({ folder }) => {
      const page = (text: string) => `<!doctype html><title>${text}</title>${'<p>Words of a page.</p>'.repeat(60)}`
      mkdirSync(join(folder, 'itemview', '1'), { recursive: true })
      mkdirSync(join(folder, '_astro'))
      writeFileSync(join(folder, 'index.html'), page(title))
      writeFileSync(join(folder, '404.html'), page('Not found'))
      writeFileSync(join(folder, 'itemview', 'index.html'), page('Live shell'))
      writeFileSync(join(folder, 'itemview', '1', 'index.html'), page('The same in each'))
      writeFileSync(join(folder, '_astro', `${title}.css`), 'p{margin:0}')
      const facts = (address: string, unlisted = false) => ({ address, bytes: 1000, unlisted })
      return {
        pages: [facts('/'), facts('/404/'), facts('/itemview/', true), facts('/itemview/1/')],
        inline: { scripts: ['begin()'], styles: [] },
      }
    },
    search: async (_, folder) => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'pagefind.js'), 'export {}')
      return 0
    },
    compress: STEPS.compress,
    renderer: STEPS.renderer,
    ...replaced,
  }
}
