import { expect } from 'vitest'

type Json = Record<string, unknown>
const list = (value: unknown): Json[] => {
  expect(Array.isArray(value)).toBe(true)
  for (const each of value as Json[]) expect(typeof each).toBe('object')
  return value as Json[]
}

/** §3.2 "id": an absolute address, and of a document or a canvas one without a fragment. */
function checkId(value: unknown): string {
  expect(value).toMatch(/^https?:\/\/[^\s#<>"]+$/)
  expect(URL.canParse(value as string)).toBe(true)
  return value as string
}

/** §4.4: arrays of strings under codes of BCP 47 or `none`. */
function checkTexts(value: unknown): string[] {
  const entries = Object.entries(value as Record<string, string[]>)
  expect(entries.length).toBeGreaterThan(0)
  return entries.flatMap(([language, texts]) => {
    expect(language).toMatch(/^(none|[a-z]{2,3}(-[A-Za-z0-9]+)*)$/)
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) expect(typeof text).toBe('string')
    return texts
  })
}

const ALLOWED = /^<(?:\/(?:a|span|p)|(?:span|p)|a href="https?:\/\/[^"<>\s]*")>$/
/** §4.5: what begins with `<` and ends with `>` is well-formed, of elements that viewers keep; anything else is plain text. */
export function checkValue(text: string): void {
  if (!text.startsWith('<') || !text.endsWith('>')) return
  const open: string[] = []
  for (const tag of text.match(/<[^>]*>/g)!) {
    expect(tag).toMatch(ALLOWED)
    const [, closing, name] = /^<(\/?)(\w+)/.exec(tag)!
    if (!closing) open.push(name!)
    else expect(open.pop()).toBe(name)
  }
  expect(open).toEqual([])
  const between = text.replace(/<[^>]*>/g, '')
  expect(between).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/)
  expect(text.replace(/<\w[^>]*>.*<\/\w+>/s, '')).toBe('')
}

const checkPages = (value: unknown) => {
  for (const each of list(value)) {
    checkId(each['id'])
    expect(each['type']).toBe('Text')
    checkTexts(each['label'])
  }
}
const checkPictures = (value: unknown) => {
  for (const each of list(value)) {
    checkId(each['id'])
    expect([each['type'], each['format']]).toEqual(['Image', 'image/jpeg'])
  }
}

/** §3.1, §3.3: what any of our documents may have beside its members. */
function checkDescription(document: Json): void {
  checkId(document['id'])
  checkTexts(document['label'])
  if (document['summary'] !== undefined) checkTexts(document['summary']).forEach(checkValue)
  const statements = [document['requiredStatement'], ...((document['metadata'] as Json[] | undefined) ?? [])]
  for (const each of statements.filter((each) => each !== undefined) as Json[]) {
    checkTexts(each['label'])
    checkTexts(each['value']).forEach(checkValue)
  }
  if (document['rights'] !== undefined) {
    expect(document['rights']).toMatch(
      /^http:\/\/(creativecommons\.org\/(licenses|publicdomain)|rightsstatements\.org\/vocab)\//,
    )
  }
  if (document['navDate'] !== undefined)
    expect(document['navDate']).toMatch(/^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T00:00:00Z$/)
  if (document['thumbnail'] !== undefined) checkPictures(document['thumbnail'])
  if (document['homepage'] !== undefined) checkPages(document['homepage'])
  for (const each of list(document['seeAlso'] ?? [])) {
    checkId(each['id'])
    expect(each['type']).toBe('Dataset')
  }
  for (const each of list(document['partOf'] ?? [])) {
    checkId(each['id'])
    expect(each['type']).toBe('Collection')
  }
  for (const agent of list(document['provider'] ?? [])) {
    checkId(agent['id'])
    expect(agent['type']).toBe('Agent')
    checkTexts(agent['label'])
    checkPages(agent['homepage'])
  }
}

const CONTEXT = 'http://iiif.io/api/presentation/3/context.json'

/** What Presentation API 3 says that a manifest must be. */
export function checkManifest(document: object): void {
  const manifest = document as Json
  // §4.6: the context comes first.
  expect(Object.entries(manifest)[0]).toEqual(['@context', CONTEXT])
  expect(manifest['type']).toBe('Manifest')
  checkDescription(manifest)
  const canvases = list(manifest['items'])
  expect(canvases.length).toBeGreaterThan(0)
  const ids = canvases.map(checkCanvas)
  expect(new Set(ids).size).toBe(ids.length)
}

function checkCanvas(canvas: Json): string {
  const id = checkId(canvas['id'])
  expect(canvas['type']).toBe('Canvas')
  for (const side of ['width', 'height']) {
    expect(Number.isInteger(canvas[side])).toBe(true)
    expect(canvas[side]).toBeGreaterThan(0)
  }
  checkTexts(canvas['label'])
  const pages = list(canvas['items'])
  // §3.4 "should": the Universal Viewer waits for ever for what a canvas without content shows.
  expect(pages.length).toBeGreaterThan(0)
  for (const page of pages) {
    checkId(page['id'])
    expect(page['type']).toBe('AnnotationPage')
    const annotations = list(page['items'])
    expect(annotations.length).toBeGreaterThan(0)
    for (const annotation of annotations) {
      checkId(annotation['id'])
      expect(annotation).toMatchObject({ type: 'Annotation', motivation: 'painting', target: id })
      checkPictures([annotation['body']])
      for (const service of list((annotation['body'] as Json)['service'] ?? [])) {
        checkId(service['id'])
        expect(service).toMatchObject({ type: 'ImageService3', profile: 'level0' })
      }
    }
  }
  return id
}

/** What it says that a collection must be; answers the addresses of its members. */
export function checkCollection(document: object): string[] {
  const collection = document as Json
  expect(Object.entries(collection)[0]).toEqual(['@context', CONTEXT])
  expect(collection['type']).toBe('Collection')
  checkDescription(collection)
  return list(collection['items']).map((member) => {
    expect(['Collection', 'Manifest']).toContain(member['type'])
    checkDescription(member)
    return member['id'] as string
  })
}
