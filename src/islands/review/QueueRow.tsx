import { useRef } from 'react'
import type { ReviewEntry } from '#contract/review.ts'
import { IMAGE_WIDTHS } from '#contract/scan.ts'
import { fitInBox } from '#rules/media/pictures.ts'
import { typeName } from '#rules/names/record-names.ts'
import { ActionLink } from '../widgets/ActionLink.tsx'
import { useDesk } from './desk-context.ts'
import { kindName, whenText } from './messages.ts'
import { usePicture } from './use-pictures.ts'
import object from 'lucide-static/icons/box.svg?raw'
import organizations from 'lucide-static/icons/building-2.svg?raw'
import event from 'lucide-static/icons/calendar-days.svg?raw'
import record from 'lucide-static/icons/file-text.svg?raw'
import video from 'lucide-static/icons/film.svg?raw'
import collections from 'lucide-static/icons/folder.svg?raw'
import stories from 'lucide-static/icons/book-open-text.svg?raw'
import photograph from 'lucide-static/icons/image.svg?raw'
import postcard from 'lucide-static/icons/mail.svg?raw'
import recording from 'lucide-static/icons/mic.svg?raw'
import subjects from 'lucide-static/icons/tag.svg?raw'
import people from 'lucide-static/icons/user-round.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { ItemType } from '#contract/item.ts'
import type { RecordKind } from '#contract/record.ts'

interface Props {
  entry: ReviewEntry
  isCurrent: boolean
  href: string
  onOpen: () => void
  isChosen: boolean
  onChoose: (isOn: boolean, range: boolean) => void
}

/** CSS pixels. */
const BOX = { width: 64, height: 64 }

/** A draft in the queue: picture, title, kind, author, when. */
export function QueueRow({ entry, isCurrent, href, onOpen, isChosen, onChoose }: Props) {
  const { kind, label, type, author, submitted_at, brings, claim } = entry
  const { user } = useDesk()
  /** A click with Shift chooses a range. */
  const shift = useRef(false)
  const what = type ? typeName(type) : kindName(kind)
  return (
    <li className="desk-row">
      <label className="desk-check">
        <input
          type="checkbox"
          checked={isChosen}
          onClick={({ shiftKey }) => {
            shift.current = shiftKey
          }}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked, shift.current)}
        />
        <span className="visually-hidden">Choose {label}</span>
      </label>
      <ActionLink href={href} aria-current={isCurrent || undefined} act={onOpen}>
        <Thumbnail entry={entry} />
        <span className="desk-row-text">
          <span className="desk-row-title">{label}</span>
          <span className="meta">
            <span>{what}</span>
            {author && <span>{author.name}</span>}
            {submitted_at && <time dateTime={submitted_at}>{whenText(submitted_at)}</time>}
            {brings.length > 0 && <span>with {brings.length} new</span>}
            {claim && claim.by.id !== user && <span className="desk-claimed">{claim.by.name} is reading it</span>}
          </span>
        </span>
      </ActionLink>
    </li>
  )
}

/** The first scan, in its true shape; its place is kept before it loads. Without one, what it is. */
function Thumbnail({ entry: { first_scan: scan, type, kind } }: { entry: ReviewEntry }) {
  const src = usePicture(scan && { call: 'scanImage', id: scan.id, version: scan.version, width: IMAGE_WIDTHS[0] })
  const size = scan?.width && scan.height ? fitInBox(scan.width, scan.height, BOX) : undefined
  if (!scan)
    return (
      <span className="desk-thumb">
        <KindIcon name={type ?? kind} />
      </span>
    )
  return <span className="desk-thumb">{src && <img src={src} alt="" {...size} />}</span>
}

const DRAWINGS: Partial<Record<ItemType | RecordKind, string>> = {
  photograph: paths(photograph),
  postcard: paths(postcard),
  event: paths(event),
  video: paths(video),
  oral_history: paths(recording),
  object: paths(object),
  people: paths(people),
  organizations: paths(organizations),
  subjects: paths(subjects),
  collections: paths(collections),
  stories: paths(stories),
}

/** The type of an item, or the kind of another record, drawn: beside its name. */
export const KindIcon = ({ name }: { name: ItemType | RecordKind }) => (
  <Drawing lines={DRAWINGS[name] ?? paths(record)} />
)
