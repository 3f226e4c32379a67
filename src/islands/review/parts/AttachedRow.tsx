import { useRef } from 'react'
import { namesIn } from '#rules/names/field-names.ts'
import { recordAddress } from '#rules/addresses/record-address.ts'
import type { AttachedGroup, AttachedRecord } from '#stores/review/attached.ts'
import { isSame } from '#stores/review/record-names.ts'
import { SmallButton } from '../../widgets/Button.tsx'
import { useStore } from '../../widgets/use-store.ts'
import { Audience } from '../Audience.tsx'
import { useDesk } from '../desk-context.ts'
import { WIDTHS } from '../load-view.ts'
import { STATE_NAMES } from '../messages.ts'
import { RemoveButton } from '../RemoveButton.tsx'
import { TakedownButton } from '../Takedown.tsx'
import { usePicture } from '../use-pictures.ts'
import { PartEditor } from './PartEditor.tsx'
import { partForm, partLines } from './part-lines.ts'

interface Props {
  group: AttachedGroup
  record: AttachedRecord
  /** It was removed: the focus needs another place. */
  onGone: () => void
}

/** A record that belongs to the open one, or its form. */
export function AttachedRow({ group, record, onGone }: Props) {
  const { desk } = useDesk()
  const form = useStore(desk.attached.$form)
  const edit = useRef<HTMLButtonElement>(null)
  const now = useStore(desk.attached.$attached)
  const portrait = usePortrait(group, record)
  if (now.state !== 'ready') return null
  const isShown = record.state === 'published'
  const isDraft = !isShown && record.state !== 'hidden'
  const { main, more } = partLines(group, record.fields, namesIn({ brings: [], names: now.attached.names }))
  const name = main || record.label
  if (isSame(form?.record ?? null, record))
    return (
      <li>
        <PartEditor
          group={group}
          title={name}
          onClose={() => {
            desk.attached.close()
            requestAnimationFrame(() => edit.current?.focus())
          }}
        />
      </li>
    )
  return (
    <li className="row desk-part">
      {portrait && <img src={portrait} alt={record.label} className="desk-part-picture" />}
      <div>
        <p className="desk-part-main">
          <Linked group={group} record={record} text={name} />
        </p>
        {more.length > 0 && (
          <p className="meta">
            {more.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        )}
        {!isShown && (
          <p className="meta">
            <span className={`submission-state ${record.state}`}>{STATE_NAMES[record.state]}</span>
            {record.author && <span>Sent by {record.author.name}</span>}
          </p>
        )}
        {record.kind === 'location_descriptions' && <Audience record={record} />}
      </div>
      <div className="buttons">
        {isDraft ? (
          <SmallButton onClick={() => void desk.open(record, 'push')}>
            Review<span className="visually-hidden"> {record.label}</span>
          </SmallButton>
        ) : (
          partForm(group).length > 0 && (
            <SmallButton ref={edit} onClick={() => void desk.attached.edit(group, record)}>
              Edit<span className="visually-hidden"> {record.label}</span>
            </SmallButton>
          )
        )}
        {record.kind === 'person_images' && (
          <TakedownButton picture={{ kind: record.kind, key: record.key }} name={`“${record.label}”`} src={portrait} />
        )}
        <RemoveButton store={desk.removal} name={record} label={record.label} onGone={onGone} />
      </div>
    </li>
  )
}

/** The text of a row; a link where it is the name of a record with a page. */
function Linked({ group, record, text }: Pick<Props, 'group' | 'record'> & { text: string }) {
  const link = partForm(group).find(({ control }) => control === 'one')
  const id = link && record.fields[link.field]
  const address = typeof id === 'number' && recordAddress(link!.of!, id)
  return address ? (
    <a href={address} target="_blank" rel="noopener">
      {text}
    </a>
  ) : (
    text
  )
}

/** The address of a portrait. The API shows the latest of a person: of others undefined. */
function usePortrait(group: AttachedGroup, { kind, key }: AttachedRecord): string | undefined {
  const { desk } = useDesk()
  const open = useStore(desk.$open)
  const latest = Math.max(...group.records.flatMap((each) => (each.state === 'discarded' ? [] : [Number(each.key)])))
  const page = kind === 'person_images' && Number(key) === latest && open.state === 'ready' && open.loaded.view
  const image = page && page.of === 'page' ? page.image : null
  return usePicture(image && { call: 'personImage', ...image, width: WIDTHS.other })
}
