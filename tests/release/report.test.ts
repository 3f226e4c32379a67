import { expect, test } from 'vitest'
import { type BuildReport, reportJson } from '#release/report.ts'

test('the report on the disk lists the first addresses of a build that changed very many', () => {
  const addresses = Array.from({ length: 50 }, (_, at) => `/itemview/${at}/`)
  const report = { changed: { written: addresses, added: addresses, removed: ['/a/'] }, counts: { pages: 50 } }
  const read = (most?: number) => JSON.parse(reportJson(report as unknown as BuildReport, most)) as BuildReport
  expect(read()).toEqual(report)
  expect(read(30)).toEqual({
    ...report,
    changed: { written: addresses.slice(0, 30), added: addresses.slice(0, 30), removed: ['/a/'] },
  })
})
