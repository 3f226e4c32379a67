import { readWords } from '#rules/wizard/dates.ts'
import { formatNumber, plural, TYPE_NAMES } from '#rules/names/record-names.ts'
import type { DraftSummary, SaveState, Section } from '#stores/add-item/add-item-stores.ts'
import { WIZARD_TYPES } from '#contract/item.ts'

/** Texts of the wizard that the spec does not fix. Those that it fixes are in contract/messages.ts. */

export const SECTION_NAMES: Record<Section, string> = {
  type: 'Type',
  images: 'Images',
  url: 'Video',
  'location-and-time': 'Location and time',
  description: 'Description',
  archival: 'Archival description',
  review: 'Review and submit',
}

/** Spec §2: none, photograph, postcard, event, video, object, paper_record. */
export const TYPE_CHOICES = [['', 'None'], ...WIZARD_TYPES.map((type) => [type, TYPE_NAMES[type]] as const)] as const

const time = new Intl.DateTimeFormat('en-CA', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en-CA', { day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('en-CA', { day: 'numeric', month: 'long', year: 'numeric' })

/** "14:05" today, else "November 21, 14:05". */
export function whenText(at: number, now = Date.now()): string {
  const [date, today] = [new Date(at), new Date(now)]
  if (date.toDateString() === today.toDateString()) return time.format(date)
  return `${(date.getFullYear() === today.getFullYear() ? day : dayOfYear).format(date)}, ${time.format(date)}`
}

/** `savedAt`: null before the first save. */
export function savedText(save: SaveState, savedAt: number | null): string {
  if (save.state === 'saving') return 'Saving…'
  if (savedAt === null) return 'What you enter is kept on this device.'
  return `Saved on this device, ${whenText(savedAt)}`
}
/** What is safe and what to do when the draft can't be kept. */
export const NOT_SAVED: Record<Extract<SaveState, { state: 'failed' }>['why'], string> = {
  full: 'This device is full, so your draft is not kept on it. Please leave this page open until you have submitted it, or make room on the device.',
  blocked:
    'Your browser does not let us keep drafts (a private window does that). Please leave this page open until you have submitted your item.',
  behind: 'You changed this draft in another tab as well. Which one counts?',
  newer:
    'Another tab has changed this draft with a newer version of this page. What is saved there is safe. Copy what you typed here last, then reload this page.',
  unknown: 'Your draft could not be kept on this device. Please leave this page open until you have submitted it.',
}

export const newerDrafts = (count: number): string =>
  `${count === 1 ? '1 draft on this device was' : `${formatNumber(count)} drafts on this device were`} written by a newer version of this page. Nothing is lost: reload the page to open ${count === 1 ? 'it' : 'them'}.`
export const draftTitle = ({ title, type, images }: Pick<DraftSummary, 'title' | 'type' | 'images'>): string => {
  const name = title || (type === '' ? 'New item' : `Untitled ${TYPE_NAMES[type].toLowerCase()}`)
  return images === 0 ? name : `${name}, ${countOfImages(images)}`
}
export const countOfImages = (count: number): string => plural(count, 'image')

/** How the words of the date are understood. `isFollowed`: the date inputs say the same. */
export function dateReading(words: string, isFollowed: boolean): string {
  const read = readWords(words)
  if ('problem' in read)
    return `${read.problem} Your words are kept as you wrote them; choose a date below if you know one.`
  return `We read: ${read.readAs}.${isFollowed ? '' : ' The date below is another one: the search goes by that.'}`
}

/** "about 2 minutes"; empty while it is not known. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds < 10) return 'a few seconds'
  if (seconds < 60) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
  return `about ${Math.round(minutes / 60)} hours`
}
