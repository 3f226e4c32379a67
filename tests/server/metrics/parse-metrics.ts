/** A sample: its name, labels and value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}
interface Family {
  type: string
  help: string
  samples: Sample[]
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{(${LABEL}(?:,${LABEL})*)?,?\})? (\S+)( -?\d+)?$`)
const UNESCAPED: Record<string, string> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' }
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped']

function valueOf(text: string): number {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith('-') ? -Infinity : Infinity
  // As Go reads it, in any case: prom-client writes Nan.
  if (/^nan$/i.test(text)) return NaN
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw new Error(`No number: ${text}`)
  return Number(text)
}

const labelsOf = (text = '') =>
  Object.fromEntries(
    [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"/g)].map(([, name, value]) => [
      name!,
      value!.replace(/\\["\\n]/g, (escaped) => UNESCAPED[escaped]!),
    ]),
  )

/** Reads the Prometheus text format as strictly as `promtool check metrics`. @throws what is wrong with it. */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let current: [string, Family] | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (word === 'HELP') {
      if (families.has(name)) throw new Error(`${name} comes twice.`)
      current = [name, { type: '', help: rest, samples: [] }]
      families.set(...current)
      continue
    }
    if (word === 'TYPE') {
      if (current?.[0] !== name || current[1].type !== '' || !TYPES.includes(rest))
        throw new Error(`Out of place: ${line}`)
      current[1].type = rest
      continue
    }
    const [, sample = '', labels, value = ''] = SAMPLE.exec(line) ?? []
    const [family, { type, samples }] = current ?? ['', { type: '', samples: [] as Sample[] }]
    const own = type === 'histogram' ? sample.replace(/_(bucket|sum|count)$/, '') : sample
    if (sample === '' || own !== family || type === '') throw new Error(`Out of place: ${line}`)
    const key = `${sample} ${JSON.stringify(Object.entries(labelsOf(labels)).sort())}`
    if (seen.has(key)) throw new Error(`Comes twice: ${line}`)
    seen.add(key)
    samples.push({ name: sample, labels: labelsOf(labels), value: valueOf(value) })
  }
  for (const [name, family] of families) if (family.type === 'histogram') checkHistogram(name, family.samples)
  return families
}

/** Buckets grow up to +Inf, which is the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  for (const all of series.values()) {
    const buckets = all.filter((each) => each.name === `${name}_bucket`)
    const counts = buckets.map(({ value }) => value)
    const count = all.find((each) => each.name === `${name}_count`)?.value
    const grows = counts.every((value, at) => at === 0 || value >= counts[at - 1]!)
    if (!grows || buckets.at(-1)?.labels['le'] !== '+Inf' || counts.at(-1) !== count)
      throw new Error(`Bad buckets: ${name}`)
    if (!all.some((each) => each.name === `${name}_sum`)) throw new Error(`No sum: ${name}`)
  }
}
