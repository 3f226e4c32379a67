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
