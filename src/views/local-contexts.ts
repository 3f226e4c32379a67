import type { ContextProject } from '#contract/context-project.ts'
import type { Item } from '#contract/item.ts'
import { labelPicture } from '#rules/addresses/page-addresses.ts'
import { localContextsOf } from '#rules/citations/local-contexts.ts'
import type { RecordValue } from './record-row.ts'

/** A row of a catalogue record: labels with the community's words, and projects of theirs, with what these say in all languages. */
export const contextRow = ({
  contexts = [],
  ...of
}: Partial<Pick<Item, 'local_contexts' | 'collection' | 'contexts'>>) => ({
  term: 'Local Contexts',
  values: localContextsOf(of).flatMap((line): RecordValue[] => {
    if (!line.startsWith('https://')) return [{ text: line, name: line.split(':')[0]! }]
    const project = contexts.find(({ id }) => line.endsWith(id))
    const text = project?.title || 'Project at the Local Contexts Hub'
    return [{ text, href: line, external: true }, ...(project?.labels ?? []).flatMap(labelValues)]
  }),
})

const labelValues = ({ version, png, community, translations, ...label }: ContextProject['labels'][number]) => [
  {
    ...said(community ? `${label.name}, ${community}` : label.name, label.text, label.language_tag),
    icon: png ? `data:image/png;base64,${png}` : labelPicture(version),
  },
  ...translations.map((each) => said(each.translated_name || label.name, each.translated_text, each.language_tag)),
]

const said = (name: string, text: string, lang: string) => ({ name, text: `${name}: ${text}`, ...(lang && { lang }) })
