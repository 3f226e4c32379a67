import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as FixturesModule from './fixtures.ts'
import type * as DeskModule from './records/desk.ts'
import type * as RecordFormModule from '#rules/forms/record-form.ts'
import type * as FieldNamesModule from '#rules/names/field-names.ts'
import type * as HeritageModule from '#components/record/Heritage.tsx'
import type * as ImportBundleModule from '#server/bundle/import-bundle.ts'
import type * as ExportBundleModule from '#server/bundle/export-bundle.ts'
import type * as WriteTemplateModule from '#server/bundle/export-bundle.ts'

// The recipe “Add a field” (docs/develop), followed in a copy of the source: a heritage record gets a builder.

const ROOT = path.resolve(import.meta.dirname, '../..')
let copy: string
const load = <Module>(file: string): Promise<Module> => import(/* @vite-ignore */ path.join(copy, file)) as Promise<Module> // prettier-ignore

async function edit(file: string, after: RegExp, added: string) {
  const text = await readFile(path.join(copy, file), 'utf8')
  const found = after.exec(text)?.[0]
  expect(found, `${after} in ${file}`).toBeDefined()
  await writeFile(
    path.join(copy, file),
    text.replace(found!, () => `${found!}\n${added}`),
  )
}

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'lotline-field-'))
  for (const name of ['src', 'tests/server', 'tests/postgres', 'package.json', 'tsconfig.json'])
    await cp(path.join(ROOT, name), path.join(copy, name), { recursive: true })
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))

  // 1. The schema.
  await edit('src/contract/location.ts', /architectural_description: .*/, "  builder: field(name, 'Builder'),")
  // 2. A migration, 3. in the list of migrations.
  const MIGRATIONS = 'src/server/database'
  const migration = "export const up = forBoth(({ run, text }) => run(`alter table heritage add column builder ${text} not null default ''`))\n" // prettier-ignore
  await writeFile(path.join(copy, MIGRATIONS, 'migrations/9999-builder.ts'), `import { forBoth } from './for-both.ts'\n${migration}`) // prettier-ignore
  await edit(`${MIGRATIONS}/migrate.ts`, /^import .*0039-documents.ts'/m, "import { up as builder } from './migrations/9999-builder.ts'") // prettier-ignore
  await edit(`${MIGRATIONS}/migrate.ts`, /^ {2}'0046-local-contexts': .*,$/m, "  '9999-builder': { up: builder },")
  // 4. The page.
  await edit('src/components/record/Heritage.tsx', /<dl key=\{at\} className="catalogue">/, '{row.builder && <Row term="Builder">{row.builder}</Row>}') // prettier-ignore
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test('a field that was added to heritage records is in the form, the API, History, import, export and the page', async () => {
  const { openTestArchive } = await load<typeof FixturesModule>('tests/server/fixtures.ts')
  const { deskOf } = await load<typeof DeskModule>('tests/server/records/desk.ts')
  const { formOf } = await load<typeof RecordFormModule>('src/rules/forms/record-form.ts')
  const names = await load<typeof FieldNamesModule>('src/rules/names/field-names.ts')
  const { Heritage } = await load<typeof HeritageModule>('src/components/record/Heritage.tsx')
  const { importBundle } = await load<typeof ImportBundleModule>('src/server/bundle/import-bundle.ts') // prettier-ignore
  const { exportBundle } = await load<typeof ExportBundleModule>('src/server/bundle/export-bundle.ts') // prettier-ignore
  const { writeTemplate } = await load<typeof WriteTemplateModule>('src/server/bundle/export-bundle.ts') // prettier-ignore
  expect(formOf('heritage')).toContainEqual(expect.objectContaining({ field: 'builder', label: 'Builder', control: 'line' })) // prettier-ignore

  const town = await openTestArchive()
  try {
    const desk = deskOf(() => town)
    expect((await desk.change('heritage', 1, { builder: 'x'.repeat(10_000) })).json).toHaveProperty('builder')
    expect((await desk.change('heritage', 1, { builder: 'Ada Hale' })).status).toBe(200)
    const { fields, history } = await desk.read('heritage', 1)
    expect(fields).toMatchObject({ architectural_style: 'Georgian', builder: 'Ada Hale' })
    const [change] = history[0]!.fields
    expect(change).toMatchObject({ field: 'builder', after: 'Ada Hale' })
    expect(names.fieldName('heritage', change!.field)).toBe('Builder')
    const rows = (await town.get('/api/heritage-information/?location=1')).json
    const page = renderToStaticMarkup(createElement(Heritage, { heritage: rows, plaques: [], level: 3 }))
    expect(page).toContain('<dt>Builder</dt><dd>Ada Hale</dd>')

    const bundle = path.join(town.folder, 'bundle')
    await exportBundle({ folder: bundle, db: town.db, media: town.media })
    const exported = JSON.parse(await readFile(path.join(bundle, 'heritage.json'), 'utf8')) as object[]
    expect(exported).toMatchObject([{ builder: 'Ada Hale' }])
    await writeFile(path.join(bundle, 'heritage.json'), JSON.stringify([{ ...exported[0], builder: 'Bo Orr' }]))
    const report = await importBundle({ folder: bundle, db: town.db, media: town.media })
    expect([report.issues, report.imported]).toEqual([[], true])
    expect((await desk.read('heritage', 1)).fields).toMatchObject({ builder: 'Bo Orr' })
    await writeTemplate(path.join(town.folder, 'template'))
    expect(await readFile(path.join(town.folder, 'template/heritage.csv'), 'utf8')).toContain(',builder,')
  } finally {
    await town.close()
  }
})
