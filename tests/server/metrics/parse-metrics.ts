/** A sample: its name, labels and value. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}
interface Family {
  type: string
  samples: Sample[]
}

/** Reads the Prometheus text format; whether it is right in every detail is what promtool says. */
export function parseMetrics(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  let samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, family, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (family && type) families.set(family, { type, samples: (samples = []) })
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])
    if (name) samples.push({ name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) })
  }
  return families
}
