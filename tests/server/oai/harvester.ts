import type { TestArchive } from '../fixtures.ts'

export interface HarvestedRecord {
  identifier: string
  datestamp: string
  sets: string[]
  isDeleted: boolean
  /** The metadata, if it was asked for. */
  text: string
}

const textsOf = (xml: string, tag: string) =>
  Array.from(xml.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>([^<]*)</${tag}>`, 'g')), ([, text]) => text!)

const recordIn = (xml: string): HarvestedRecord => ({
  identifier: textsOf(xml, 'identifier')[0]!,
  datestamp: textsOf(xml, 'datestamp')[0]!,
  sets: textsOf(xml, 'setSpec'),
  isDeleted: xml.includes('status="deleted"'),
  text: /<metadata>([\s\S]*)<\/metadata>/.exec(xml)?.[1] ?? '',
})

export interface OaiAnswer {
  xml: string
  error: string | undefined
  sentence: string | undefined
  records: HarvestedRecord[]
  /** Undefined in the last answer. */
  token: string | undefined
}

export function readAnswer(xml: string): OaiAnswer {
  const [, code, sentence] = /<error code="(\w+)">([^<]*)<\/error>/.exec(xml) ?? []
  const records = xml.match(/<record>[\s\S]*?<\/record>/g) ?? xml.match(/<header[\s\S]*?<\/header>/g) ?? []
  return {
    xml,
    error: code,
    sentence,
    records: records.map(recordIn),
    token: textsOf(xml, 'resumptionToken')[0] || undefined,
  }
}

/** Asks a test archive. */
export async function ask(town: TestArchive, query: Record<string, string> | string): Promise<OaiAnswer> {
  const { status, body } = await town.get(`/oai?${new URLSearchParams(query)}`)
  if (status !== 200) throw new Error(`${status} ${body.toString()}`)
  return readAnswer(body.toString())
}

/** Every answer of a list. @param between is done after each answer but the last. */
export async function harvest(
  town: TestArchive,
  query: Record<string, string>,
  between: (answers: number) => Promise<unknown> | void = () => {},
): Promise<HarvestedRecord[]> {
  const records: HarvestedRecord[] = []
  let answer = await ask(town, query)
  for (let answers = 1; ; answers++) {
    if (answer.error) throw new Error(`${answer.error}: ${answer.sentence}`)
    records.push(...answer.records)
    if (!answer.token) return records
    await between(answers)
    answer = await ask(town, { verb: query['verb']!, resumptionToken: answer.token })
  }
}
