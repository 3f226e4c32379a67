import * as v from 'valibot'
import { body } from './fields.ts'

/** The Labels of localcontexts.org by their codes. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TK: {
    ...{ A: 'Attribution', CL: 'Clan', F: 'Family', MC: 'Multiple Communities', CV: 'Community Voice', CR: 'Creative' },
    ...{ V: 'Verified', NV: 'Non-Verified', S: 'Seasonal', WG: 'Women General', MG: 'Men General' },
    ...{ MR: 'Men Restricted', WR: 'Women Restricted', CS: 'Culturally Sensitive', SS: 'Secret / Sacred' },
    ...{ OC: 'Open to Commercialization', NC: 'Non-Commercial', CO: 'Community Use Only', O: 'Outreach' },
    CB: 'Open to Collaboration',
  },
  BC: {
    ...{ P: 'Provenance', MC: 'Multiple Communities', CL: 'Clan', CV: 'Consent Verified', CNV: 'Consent Non-Verified' },
    ...{ R: 'Research Use', O: 'Outreach', NC: 'Non-Commercial', CB: 'Open to Collaboration' },
    OC: 'Open to Commercialization',
  },
}
const NAMES = [
  ...['Traditional Knowledge (TK) Notice', 'Biocultural (BC) Notice', 'Attribution Incomplete Notice'],
  'Open to Collaborate Notice',
  ...Object.entries(LABELS).flatMap(([kind, labels]) =>
    Object.entries(labels).map(([code, name]) => `${kind} ${name} (${kind} ${code})`),
  ),
]
const short = (name: string) => name.replace(/ \([^)]*\)/, '').toLowerCase()
const byName = new Map(NAMES.flatMap((name) => [name.toLowerCase(), short(name)].map((each) => [each, name] as const)))

const PROJECT = 'https://localcontextshub.org/projects/'
const PROJECT_ID =
  /^(?:https?:\/\/(?:www\.)?localcontextshub\.org\/projects\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i

/** A line with the official name, or the address of a project; undefined for anything else. */
function canonical(line: string): string | undefined {
  const id = PROJECT_ID.exec(line)?.[1]
  if (id) return PROJECT + id.toLowerCase()
  const colon = line.indexOf(':')
  const [said, words] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon)]
  const name = byName.get(said.trim().toLowerCase())
  return name && name + words
}
/** The ids of the projects in a value of the field. */
export const projectIds = (text: string): string[] =>
  text.split('\n').flatMap((line) => PROJECT_ID.exec(line)?.[1] ?? [])

/** Why a project can't be fetched. */
export const HUB = {
  away: "We can't reach the Local Contexts Hub just now. Try again later, or write the names of the Labels and Notices instead.",
  unknown: 'The Local Contexts Hub has no such project. Compare the id with the address of the project there.',
  refused: 'The Local Contexts Hub refused our key, or the project is private. See “Local Contexts” in Settings.',
  odd: "We can't read the answer of the Local Contexts Hub. Write the names of the Labels and Notices instead.",
  picture: (name: string) =>
    `The picture of “${name}” is no PNG, JPEG or WebP of the Local Contexts Hub. Write its name instead of the project.`,
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
const UNKNOWN =
  'Write one on each line: the name of a Label or Notice of localcontexts.org, such as “TK Attribution (TK A)”, with the community’s words after a colon; or the address of a project at localcontextshub.org.'

/** What a community says of its rights in a record: Labels and Notices with their words, and projects of the Local Contexts Hub, one on each line. */
export const localContexts = v.pipe(
  body,
  v.check((text) => linesOf(text).every(canonical), UNKNOWN),
  v.transform((text) => linesOf(text).map(canonical).join('\n')),
)
