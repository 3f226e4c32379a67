import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createHealthState } from '#server/health/health-state.ts'
import { GAUGES } from '#server/metrics/gauges.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { openTestArchive } from '../server/fixtures.ts'
import { parseMetrics } from '../server/metrics/parse-metrics.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const rulesFile = `${docs}/operate/units/prometheus-rules.yaml`
const text = readFileSync(`${docs}/operate/watch.md`, 'utf8')
interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}
const rules = (parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

/** What `/metrics` has, with the endings of histograms; `up` is Prometheus' own. */
const known = new Set(['up'])
beforeAll(async () => {
  const town = await openTestArchive(
    {},
    {
      observe(app) {
        const metrics = createMetrics({
          db: undefined as never,
          healthState: createHealthState(),
          folders: [],
          fullBelow: 0,
        })
        metrics.observe(app)
        app.addHook('onClose', async () => {
          for (const [name, { type }] of parseMetrics(await metrics.read())) {
            known.add(name)
            if (type === 'histogram') for (const ending of ['bucket', 'sum', 'count']) known.add(`${name}_${ending}`)
          }
          await metrics.close()
        })
      },
    },
  )
  await town.close()
})

test('each alarm is about figures that there are, and says what is wrong', () => {
  expect(rules.length).toBeGreaterThan(15)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, expr, labels, annotations } of rules) {
    const named = expr.match(/\b(?:up|lotline_\w+|nodejs_\w+|process_\w+)\b/g) ?? []
    expect(named.length, alert).toBeGreaterThan(0)
    for (const name of named) expect(known, `${alert}: ${name}`).toContain(name)
    expect(['page', 'ticket'], alert).toContain(labels.severity)
    expect(annotations.summary, alert).toMatch(/\.$/)
  }
})

test('watch.md explains each figure of the archive, and no other', () => {
  const told = text.split(/^- (?=`[a-z_0-9]+`:)/m).slice(1)
  const names = told.map((each) => /^`(\w+)`/.exec(each)![1]!)
  for (const name of names) expect(known, name).toContain(name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(GAUGES)))
  const alarmed = rules.map(({ expr }) => expr).join('\n')
  for (const [index, name] of names.entries())
    expect(alarmed.includes(name) || !told[index]!.includes('Alarm:'), name).toBe(true)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
test.skipIf(!hasPromtool)('promtool (where it is installed) accepts the rules', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile], { encoding: 'utf8' })
  expect([stderr, status]).toEqual(['', 0])
  expect(stdout).toContain(`${rules.length} rules found`)
})
