import { useEffect, useRef, useState } from 'react'
import { LinkButton } from '#islands/widgets/Button.tsx'
import { Status } from '#islands/widgets/Status.tsx'
import { useStorePart } from '#islands/widgets/use-store.ts'
import { readEmbedded, type Embedded } from '#rules/import/embedded.ts'
import { readPersonName } from '#rules/import/person-names.ts'
import type { DraftImage } from '#stores/add-item/draft.ts'
import { createTagSearch } from '#stores/add-item/suggestions.ts'
import { useWizard } from '../wizard-context.ts'
import { shownName } from './check-files.ts'
import { SAYS } from './messages.ts'

/** Names are alike in any letter case, with or without accents. */
const alike = new Intl.Collator(undefined, { sensitivity: 'base' })

/** What the first picture that fills an empty field says of itself (EXIF, IPTC, XMP). Nothing is taken before it is pressed. */
export default function PictureSays({ images }: { images: readonly DraftImage[] }) {
  const { stores, client } = useWizard()
  const fields = useStorePart(stores.$draft, (draft) => draft!.fields)
  const [said, setSaid] = useState<Readonly<Record<string, Embedded>>>({})
  const [missing, setMissing] = useState('')
  const seen = useRef(new Set<string>())

  useEffect(() => {
    async function read({ id, name }: DraftImage) {
      seen.current.add(id)
      const file = await stores.readImage(id)
      const embedded = file && (await readEmbedded(file, name))
      if (embedded) setSaid((all) => ({ ...all, [id]: embedded }))
    }
    for (const image of images) if (!seen.current.has(image.id)) read(image).catch(() => {})
  }, [images, stores])

  /** Adds the records of these names. */
  async function addTags(list: 'creator' | 'subjects' | 'location', names: readonly string[]) {
    const search = createTagSearch(client)
    const left: string[] = []
    for (const name of names) {
      const found = await search(list, name, AbortSignal.timeout(10_000)).catch(() => [])
      const [tag, ...others] = found.filter((each) => alike.compare(each.name, name) === 0)
      if (!tag || others.length > 0) left.push(name)
      else if (list === 'subjects') stores.addTag(list, tag)
      else stores.change({ [list]: tag })
    }
    setMissing(left.length > 0 ? SAYS.missing(left) : '')
  }
  const offersOf = ({ title, caption, date, taken, creators, keywords, place }: Embedded) => {
    const [hasDate, day] = [fields.dateText !== '' || fields.start.typed !== '', date || taken]
    const [person] = creators.map((name) => readPersonName(name))
    const people = person ? [[person.first_name, person.middle_name, person.surname].filter(Boolean).join(' ')] : []
    const all: [label: string, text: string, isOpen: boolean, take: () => unknown][] = [
      [SAYS.title, title, fields.title === '', () => stores.change({ title })],
      [SAYS.caption, caption, fields.description === '', () => stores.change({ description: caption })],
      [date ? SAYS.date : SAYS.taken, day, !hasDate, () => stores.setDateText(day)],
      [SAYS.creator, creators.join('; '), !fields.creator, () => addTags('creator', people)],
      [SAYS.keywords, keywords.join('; '), fields.subjects.length === 0, () => addTags('subjects', keywords)],
      [SAYS.place, place, !fields.location, () => addTags('location', [place])],
    ]
    return all.filter(([, text]) => text !== '')
  }
  const telling = images.flatMap(({ id, name }) =>
    said[id] ? [{ name: shownName(name), offers: offersOf(said[id]) }] : [],
  )
  const shown = telling.find(({ offers }) => offers.some(([, , isOpen]) => isOpen)) ?? telling[0]
  if (!shown) return null
  return (
    <section className="picture-says" aria-label={SAYS.heading(shown.name)}>
      <p>{SAYS.heading(shown.name)}</p>
      <ul>
        {shown.offers.map(([label, text, isOpen, take]) => (
          <li key={label}>
            {label}: <bdi>{text}</bdi>{' '}
            <LinkButton
              aria-disabled={!isOpen}
              aria-label={SAYS.action(label, isOpen)}
              onClick={() => isOpen && take()}
            >
              {SAYS.state(isOpen)}
            </LinkButton>
          </li>
        ))}
      </ul>
      <Status className="field-hint">{missing}</Status>
    </section>
  )
}
