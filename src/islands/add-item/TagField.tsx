import type { ReactNode } from 'react'
import type { TagChoice, TagList } from '#stores/add-item/add-item-stores.ts'
import type { PopupKind } from './parts.ts'
import { oneRecord, RecordTags } from './RecordTags.tsx'
import { useDraftError, useDraftField, useWizard } from './wizard-context.ts'

interface Props {
  list: TagList | TagChoice
  label: string
  hint?: string
  /** The button that adds a record which does not exist yet. */
  add?: { kind: PopupKind; text: string }
  children?: ReactNode
}

const isOne = (list: TagList | TagChoice): list is TagChoice =>
  list === 'location' || list === 'creator' || list === 'collection'

/** A field of the draft with tags: one record, or a list. */
export function TagField({ list, add, ...props }: Props) {
  const { stores } = useWizard()
  const value = useDraftField(list)
  const error = useDraftError(list)
  const choice =
    isOne(list) || !Array.isArray(value)
      ? oneRecord(value as Exclude<typeof value, unknown[]>, (tag) => stores.change({ [list]: tag }))
      : {
          tags: value,
          add: (tag: (typeof value)[number]) => stores.addTag(list, tag),
          remove: ({ id }: (typeof value)[number]) => stores.removeTag(list, id),
        }
  return <RecordTags {...props} {...{ list, choice, error }} entry={add} />
}
