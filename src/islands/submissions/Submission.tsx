import { useEffect, useRef, useState } from 'react'
import { Button } from '../widgets/Button.tsx'
import { FormError } from '../widgets/FormError.tsx'
import type { UserClient } from '#client/user-client.ts'
import type { QueueEntry } from '#contract/record.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { editItemAddress } from '#rules/addresses/page-addresses.ts'
import { fitInBox } from '#rules/media/pictures.ts'
import { plural, typeName } from '#rules/names/record-names.ts'
import { isSameEntry, type Message, type SubmissionsStores } from '#stores/submissions/submissions-stores.ts'
import { type DraftPictures, useDraftPictures } from '../widgets/draft-pictures.ts'
import { useStore } from '../widgets/use-store.ts'
import { usePart } from '../add-item/use-part.ts'
import { AnswerDialog, AskedNote } from './AnswerDialog.tsx'
import type { EditProps } from './EditDialog.tsx'
import { displayDay, kindName, messageText, STATE_NAMES } from './messages.ts'

/** Items have the wizard. */
const EDITED_HERE: readonly string[] = ['people', 'subjects', 'organizations', 'collections']

interface Props {
  entry: QueueEntry
  /** The address names it: it gets the focus. */
  isNamed?: boolean
  stores: SubmissionsStores
  client: UserClient
  pictures: DraftPictures
}

/** A record that the user has sent in: what it is, its state, and what can be done with it. */
export function Submission({ entry, isNamed = false, stores, client, pictures }: Props) {
  const { kind, key, label, type, state, submitted_at, scans, address } = entry
  const row = useRef<HTMLLIElement>(null)
  const [isAnswering, setAnswering] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const edit = usePart<EditProps>(async () => (await import('./EditDialog.tsx')).default)
  const message = useStore(stores.$message)
  const own = message && isSameEntry(message.entry, entry) ? message : undefined
  useEffect(() => {
    if (!isNamed) return
    row.current!.scrollIntoView({ block: 'center' })
    row.current!.focus({ preventScroll: true })
  }, [isNamed])

  // Above the heading of the list.
  const Heading = isNamed ? 'h2' : 'h3'
  const titleId = `${kind}-${key}`
  const isOpen = state === 'waiting' || state === 'returned'
  const isEditable = isOpen && EDITED_HERE.includes(kind)
  return (
    <li className="submission" ref={row} tabIndex={-1} aria-labelledby={titleId}>
      <Thumbnail {...{ entry, pictures }} />
      <div>
        <Heading id={titleId}>{label}</Heading>
        <p className="meta">
          <span>{type ? typeName(type) : kindName(kind)}</span>
          {scans > 0 && <span>{plural(scans, 'image')}</span>}
          {submitted_at && (
            <span>
              Sent <time dateTime={submitted_at}>{displayDay(submitted_at)}</time>
            </span>
          )}
        </p>
        <p className={`submission-state ${state}`}>{STATE_NAMES[state]}</p>
        <AskedNote entry={entry} />
        <p className="buttons">
          {kind === 'items' && isOpen && (
            <a className={state === 'returned' ? 'button strong' : 'button'} href={editItemAddress(key)}>
              {state === 'returned' ? 'Continue' : 'Edit'}
              <span className="visually-hidden"> {label}</span>
            </a>
          )}
          {isEditable && (
            <button
              type="button"
              className={state === 'returned' ? 'button strong' : 'button'}
              aria-haspopup="dialog"
              onClick={() => {
                edit.load()
                setEditing(true)
              }}
            >
              {state === 'returned' ? 'Continue' : 'Edit'}
              <span className="visually-hidden"> {label}</span>
            </button>
          )}
          {state === 'returned' && <Button onClick={() => setAnswering(true)}>Put Back in the Queue</Button>}
          {address && (
            <a className="button" href={address}>
              See It in the Archive
              <span className="visually-hidden">: {label}</span>
            </a>
          )}
        </p>
        <FormError text={isEditing && edit.problem} />
        {own && <p className={isDone(own) ? 'form-done' : 'form-error'}>{messageText(own)}</p>}
      </div>
      {isEditing && edit.Part && (
        <edit.Part
          {...{ entry, client }}
          onClose={(isSaved) => {
            setEditing(false)
            if (!isSaved) return
            void stores.edited(entry)
            setTimeout(() => row.current?.focus())
          }}
        />
      )}
      {isAnswering && (
        <AnswerDialog
          entry={entry}
          stores={stores}
          onClose={(isDone) => {
            setAnswering(false)
            // The button that opened it is gone.
            if (isDone) setTimeout(() => row.current?.focus())
          }}
        />
      )}
    </li>
  )
}

const isDone = ({ outcome }: Message) => outcome === 'queued' || outcome === 'saved'

/** CSS pixels. */
const BOX = { width: 128, height: 128 }

/** The first scan, in its true shape. Its place is kept before it loads. */
function Thumbnail({ entry, pictures }: Pick<Props, 'entry' | 'pictures'>) {
  const { first_scan: scan, type, kind } = entry
  // It may not be made yet: the type stays.
  const [src] = useDraftPictures(
    pictures,
    scan ? [{ call: 'scanImage', id: scan.id, version: scan.version, width: IMAGE_WIDTHS[0] }] : [],
  )
  const size = scan?.width && scan.height ? fitInBox(scan.width, scan.height, BOX) : undefined
  return (
    <div className="submission-picture">
      {src ? (
        <img src={src} alt="" {...size} />
      ) : (
        <span className="no-picture">{type ? typeName(type) : kindName(kind)}</span>
      )}
    </div>
  )
}
