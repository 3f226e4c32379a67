/** The few answers of S3 that are XML: flat lists of elements without attributes that matter. */

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decode = (text: string) =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!)

/** The text of the first such element; undefined where there is none. */
export function textOf(xml: string, element: string): string | undefined {
  const [, text] = new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`).exec(xml) ?? []
  return text === undefined ? undefined : decode(text)
}

/** The inner XML of all such elements, in their order. */
export const elementsOf = (xml: string, element: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>(.*?)</${element}>`, 'gs')), ([, inner]) => inner!)

export const escapeXml = (text: string): string =>
  text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
