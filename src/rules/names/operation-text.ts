import type { Operation } from '#contract/undo.ts'
import { plural } from './record-names.ts'

const STEPS: Record<string, string> = { publish: 'published', return: 'returned', discard: 'discarded' }

/** What was done: "“Agnes Peña” was removed". */
export function operationText({
  type,
  label,
  into,
  rows,
}: Pick<Operation, 'type' | 'label' | 'into' | 'rows'>): string {
  switch (type) {
    case 'takedown':
      return `“${label}” was taken down for good`
    case 'removal':
      return `“${label}” was removed`
    case 'replacement':
      return `The picture of ${label} was replaced`
    case 'merge':
      return `“${label}” became part of “${into?.label}”`
    case 'split':
      return `“${label}” was split off from “${into?.label}”`
    case 'succession':
      return label
    case 'bulk':
      return `${plural(rows, 'record')} ${rows === 1 ? 'was' : 'were'} ${STEPS[label]} at once`
    case 'import':
      return `“${label}” was imported`
  }
}
