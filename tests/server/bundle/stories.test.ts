import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportBundle } from '#server/bundle/export-bundle.ts'
import { importBundle } from '#server/bundle/import-bundle.ts'
import { bundleOf, freshArchive, freshFolder, recordsAlone } from './fresh-archive.ts'

const FIRE = `---
title: The Mill Fire
lead: "One night,\\nthree mills"
visibility: published
---

It began **here**.

::map town-1856 | The pump house: the week after
`

test('stories in files are imported, exported and imported again as the same stories', async () => {
  const first = await freshArchive()
  const folder = await bundleOf({ 'Stories/the fire.md': FIRE, 'Stories/b.MD': '---\r\nid: 7\r\ntitle: "B": c\r\n---' })
  const report = await importBundle({ folder, ...first })
  expect([report.issues, report.imported]).toEqual([[], true])
  const rows = await first.db.selectFrom('story').select(['id', 'title', 'lead', 'text', 'visibility']).orderBy('id').execute() // prettier-ignore
  expect(rows).toEqual([
    { id: 7, title: '"B": c', lead: '', text: '', visibility: 'published' },
    {
      id: 8,
      title: 'The Mill Fire',
      lead: 'One night,\nthree mills',
      text: 'It began **here**.\n\n::map town-1856 | The pump house: the week after',
      visibility: 'published',
    },
  ])
  const again = await importBundle({ folder, ...first })
  expect(again.lists.map(({ list, written }) => [list, written])).toEqual([
    ['stories', { added: 0, updated: 0, unchanged: 2 }],
  ])
  await writeFile(join(folder, 'Stories/the fire.md'), FIRE.replace('**here**', 'there'))
  expect((await importBundle({ folder, ...first })).lists[0]!.written).toMatchObject({ updated: 1, unchanged: 1 })

  const exported = await freshFolder()
  await exportBundle({ folder: exported, ...first })
  expect(await readFile(join(exported, 'stories/8.md'), 'utf8')).toBe(
    FIRE.replace('**here**', 'there').replace('---\n', '---\nid: 8\n'),
  )
  const second = await freshArchive()
  expect((await importBundle({ folder: exported, ...second })).issues).toEqual([])
  expect(await recordsAlone(second.db)).toEqual(await recordsAlone(first.db))
})

test('a bad line before the text is named with its file and line', async () => {
  const folder = await bundleOf({
    'stories/a.md': 'The fire began here.',
    'stories/b.md': '---\ntitle: B\nlaed: Short\n---\nText',
    'stories/c.md': '---\n\ntitle: C\ntitle: D\n---\nText',
    'stories/d.md': '---\nlead: No title\nvisibility: public\n---\nText',
    'stories/e.md': Buffer.from([0x2d, 0x2d, 0xff]),
    'stories/f.md': '---\ntitle: F\n',
    'stories/g.md': `---\ntitle: G\n---\n${'x'.repeat(100_001)}`,
    'stories/picture.txt': 'Not a story',
  })
  await symlink('/etc/hostname', join(folder, 'stories/h.md'))
  const { issues, warnings, imported } = await importBundle({ folder, ...(await freshArchive()) })
  expect(imported).toBe(false)
  const said = issues.map(({ file, line, field, reason }) => `${file} ${line} ${field}: ${reason}`)
  const NO_HEAD = 'A story begins with a line ---, its title and lead, and another line ---.'
  expect(said).toEqual([
    `stories/a.md 1 : ${NO_HEAD}`,
    'stories/b.md 3 : Write one of id, title, lead, visibility, state, hidden_until, old_url, staff_notes, provenance, accession_number, shelf_location, condition with a colon, such as “title: The Great Fire”.',
    'stories/c.md 4 : “title” is there twice. Keep one of them.',
    'stories/d.md 1 title: This field is required',
    'stories/d.md 1 visibility: Choose one of: draft, published.',
    'stories/e.md 1 : The file is not UTF-8. Save it as UTF-8.',
    `stories/f.md 1 : ${NO_HEAD}`,
    'stories/g.md 1 text: This field must be no longer than 100000 characters long',
    'stories/h.md 1 : The path stories/h.md leaves the folder of the bundle.',
  ])
  expect(warnings.map(({ file }) => file)).toEqual(['stories/picture.txt'])
})

test('lines follow the records of their bundle, and what cannot be read is pointed out', async () => {
  const archive = await freshArchive()
  const items = [{ id: 1, type: 'photograph', title: 'Another' }]
  await importBundle({ folder: await bundleOf({ 'items.json': items }, 'others'), ...archive })
  const folder = await bundleOf({
    'items.json': [{ id: 1, type: 'photograph', title: 'The dock' }],
    'stories/a.md': '---\ntitle: A\n---\nOne\n\n::item 1 | The dock\n::item 12\n::itm 1',
  })
  const { issues, warnings } = await importBundle({ folder, ...archive })
  expect(issues).toEqual([])
  expect(warnings).toMatchObject([
    { field: 'text', reason: 'There is no item 12, neither in the bundle nor in the archive.' },
    {
      file: 'stories/a.md',
      field: 'text',
      reason: expect.stringMatching(/^Line 5 of the text, “::itm 1”: Write ::item/),
    },
  ])
  const { text } = await archive.db.selectFrom('story').select('text').executeTakeFirstOrThrow()
  expect(text).toBe('One\n\n::item 2 | The dock\n::item 12\n::itm 1')
})

test('a line that names a record of another archive never shows the record of that number here', async () => {
  const archive = await freshArchive()
  const items = [{ id: 12, type: 'photograph', title: 'Of this archive' }]
  await importBundle({ folder: await bundleOf({ 'items.json': items }), ...archive })
  const folder = await bundleOf({
    'bundle.json': { source: 'elsewhere', lastStep: 7 },
    'stories/a.md': '---\ntitle: A\n---\nOne\n\n::item 12 | The pump house | as it was\n\n::item 12\n\n::itemised',
  })
  const { issues, warnings } = await importBundle({ folder, ...archive })
  expect(issues).toEqual([])
  expect(warnings.map(({ reason }) => reason)).toContain(
    'There is no item 12, neither in the bundle nor in the archive.',
  )
  const { text } = await archive.db.selectFrom('story').select('text').executeTakeFirstOrThrow()
  expect(text).toBe('One\n\nThe pump house | as it was\n\n\n\n::itemised')
})
