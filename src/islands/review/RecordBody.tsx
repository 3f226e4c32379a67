import { fieldName, fieldText, type NameOf, namesIn } from '#rules/names/field-names.ts'
import { type MouseEvent, useMemo } from 'react'
import { ItemRecord } from '#components/record/ItemRecord.tsx'
import type { Item } from '#contract/item.ts'
import type { DeskRecord } from '#contract/record.ts'
import type { AltPicture } from '#rules/media/pictures.ts'
import type { Named } from '#views/catalogue-record.ts'
import { itemView } from '#views/item.ts'
import { useDesk } from './desk-context.ts'
import { type RecordView, WIDTHS } from './load-view.ts'
import type { RecordPage } from '../records/record-pages.tsx'
import type { DraftPicture } from '../widgets/draft-pictures.ts'
import { usePicture, usePictures } from './use-pictures.ts'
import { kindName, STATE_NAMES, TEXT } from './messages.ts'

/** A record as visitors will see it; its fields where it has no page of its own. */
export function RecordBody({ record, view }: { record: DeskRecord; view: RecordView }) {
  return (
    <div className="desk-view" onClickCapture={openElsewhere}>
      {view.of === 'item' && <ItemBody record={record} item={view.item} />}
      {view.of === 'page' && <PageBody {...view} />}
      {view.of === 'part' && <PartBody record={record} {...view} />}
      {view.of === 'fields' && (
        <article>
          <h2>{record.label}</h2>
          {record.left_out?.length ? <p className="as-built">{TEXT.leftOut(record.left_out)}</p> : null}
          <FieldList kind={record.kind} fields={record.fields} nameOf={namesIn(record)} />
        </article>
      )}
    </div>
  )
}

/** Keeps the place of a picture until it is loaded. */
const BLANK = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** A picture of the view with the data URL of a draft's picture. */
const withUrl = (picture: AltPicture, shown: string | undefined, full = shown): AltPicture => ({
  ...picture,
  src: shown ?? BLANK,
  full: full ?? BLANK,
  // Without a size the viewer takes `full` as it is.
  pixels: '',
  sources: [],
  srcset: '',
  sizes: '',
})

const BOXES = [
  { width: 760, height: 440 },
  { width: 360, height: 420 },
] as const
const KINDS: Record<string, Named> = {
  people: 'person',
  subjects: 'subject',
  organizations: 'organization',
  collections: 'collection',
}

function ItemBody({ record, item }: { record: DeskRecord; item: Item }) {
  const { client } = useDesk()
  const scans = (width: (at: number) => number): DraftPicture[] =>
    item.item_scans.map(({ id, version }, at) => ({ call: 'scanImage', id, version, width: width(at) }))
  const shown = usePictures(scans((at) => (at === 0 ? WIDTHS.first : WIDTHS.other)))
  const isThere = shown.every(Boolean)
  // For the viewer; after what is on screen.
  const full = usePictures(isThere ? scans(() => WIDTHS.full) : [])
  const view = useMemo(() => {
    // What it brings has no page yet.
    const hasPage = (kind: Named, id: number) =>
      !record.brings.some((part) => KINDS[part.kind] === kind && part.key === id)
    return itemView(item, { pictures: client.base, boxes: BOXES, hasPage, isBuilt: false, isDraft: true })
  }, [client, record, item])
  const pictures = view.pictures.map((picture, at) => withUrl(picture, shown[at], full[at] ?? shown[at]))
  return <ItemRecord item={{ ...view, pictures, tools: null }} site={location.origin} level={2} />
}

function PageBody({ page, image }: Omit<Extract<RecordView, { of: 'page' }>, 'of'>) {
  const src = usePicture(image && { call: 'personImage', ...image, width: WIDTHS.other })
  return (
    <>
      <Odd page={page} />
      {page.draw({ level: 2, portrait: (picture) => withUrl(picture, src) })}
    </>
  )
}

const Odd = ({ page: { odd = [] } }: { page: RecordPage }) =>
  odd.length > 0 && <p className="as-built">Please check the dates. {odd.join(' ')}</p>

/** What belongs to a person, with that person as visitors will see them. */
function PartBody({ record, people, image }: { record: DeskRecord } & Omit<Extract<RecordView, { of: 'part' }>, 'of'>) {
  const src = usePicture(image && { call: 'personImage', ...image, width: WIDTHS.other })
  return (
    <>
      <article>
        <h2>{record.label}</h2>
        {src && <img className="desk-part-picture large" src={src} alt={record.label} />}
        <FieldList kind={record.kind} fields={record.fields} nameOf={namesIn(record)} />
      </article>
      {people.map((page) => (
        <section key={page.title} className="desk-belongs" aria-label={page.title}>
          <Odd page={page} />
          {page.draw({ level: 3 })}
        </section>
      ))}
    </>
  )
}

/** Links lead to other pages: they open beside the desk. A picture opens in the viewer once it is loaded. */
function openElsewhere(event: MouseEvent) {
  const link = (event.target as Element).closest('a')
  if (!link || link.getAttribute('href')?.startsWith('#')) return
  if (link.dataset['live'] === 'viewer') {
    if (link.href !== BLANK) return
    event.preventDefault()
    event.stopPropagation()
  } else if (link.dataset['live'] === undefined) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
}

/** The filled fields of a record. */
function FieldList({ kind, fields, nameOf }: Pick<DeskRecord, 'kind' | 'fields'> & { nameOf: NameOf }) {
  const rows = Object.entries(fields)
    .map(([field, value]) => [field, fieldText(kind, field, value, nameOf)] as const)
    .filter(([, text]) => text !== '')
  return (
    <dl className="catalogue">
      {rows.map(([field, text]) => (
        <div key={field}>
          <dt>{fieldName(kind, field)}</dt>
          <dd className="prose">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** New records that are published with the draft: people, subjects, organizations … */
export function Brings({ record }: { record: DeskRecord }) {
  if (record.brings.length === 0 || record.state === 'published') return null
  const nameOf = namesIn(record)
  return (
    <section className="desk-brings" aria-labelledby="desk-brings">
      <h3 id="desk-brings">{TEXT.brings}</h3>
      <p className="empty">{TEXT.bringsHint}</p>
      <ul>
        {record.brings.map(({ kind, key, label, state, author, fields }) => (
          <li key={`${kind} ${key}`}>
            <h4>{label}</h4>
            <p className="meta">
              <span>New {kindName(kind).toLowerCase()}</span>
              {author && author.id !== record.author?.id && <span>by {author.name}</span>}
              {state !== 'waiting' && <span>{STATE_NAMES[state]}</span>}
            </p>
            <FieldList kind={kind} fields={fields} nameOf={nameOf} />
          </li>
        ))}
      </ul>
    </section>
  )
}
