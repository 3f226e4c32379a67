import type { RecordKind } from '#contract/record.ts'
import { plural } from '#rules/names/record-names.ts'
import type { LinkCounts } from '#stores/review/places/join.ts'
import type { Done } from '#stores/review/places/places.ts'
import { countOfKind, kindNames } from '../messages.ts'

export const TEXT = {
  failed: "We couldn't load the places: the archive isn't answering as it should. Please try again.",
  joinInstead: 'To keep everything with a place, join it with another one instead.',
  none: 'No place matches. Try a part of its name, its address, or its number.',
  lineHint: 'A point on each line: longitude, latitude. Begin and end outside of the outline.',
  draw: 'Click each corner; click the first one again, or press Enter on the map, to finish. Corners snap to neighbours. Escape starts again.',
  tooShort: 'An outline needs at least three corners. Click more of them on the map.',
  unsaved: 'You have not saved what you typed or drew here.',
  kept: 'You have not saved what you typed here. It is kept on this device, and is here again when you come back.',
  edit: 'Drag a corner to move it, a small point between two corners to add one. A right click on a corner removes it. With a keyboard, edit the corners as text.',
  drawLine:
    'Click outside of the place, across it, and outside again; press Enter, or click the last point again, to finish.',
  noHoles: 'An outline with holes is edited as text.',
  splitYear:
    'Without a year you correct the map. With a year you record history: this place ends then, and both parts are new places.',
  joinYear:
    'Without a year you correct the map. With a year you record history: these places end then, and a new one begins.',
  yearUndo: 'You can undo this for thirty days: the new places go, and the year is taken out again.',
  splitUndo:
    'You can undo this for thirty days. After an undo, the number of the new part leads to this place for good.',
  joinUndo:
    'You can undo this for thirty days. Old addresses lead to the place that stays; names of the others become its other names.',
} as const

export const linkedName = (kind: RecordKind): string => (kind === 'lots' ? 'Lots, with their owners' : kindNames(kind))

export const countOfPlaces = (count: number): string => plural(count, 'place')
/** "3 items, 1 lot"; "nothing" for none. */
export const countsText = (counts: LinkCounts): string =>
  [...counts].map(([kind, count]) => countOfKind(kind, count)).join(', ') || 'nothing'

const DONE: Record<Done['text'], string> = { saved: 'Saved', added: 'Added' }
export const doneText = ({ text, name }: Done): string => `${DONE[text]}: “${name}”.`
