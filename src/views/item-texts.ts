import type { FileLink } from '#contract/file.ts'

/** A sentence and the anchor of its moment; '' where a moment has one already. */
export interface Said {
  anchor: string
  text: string
}
/** What one person says, or what is said until a pause. */
export interface Passage {
  speaker: string
  said: Said[]
}
/** What is said in a recording. */
export interface Transcript {
  language: string
  passages: Passage[]
  /** A transcript without times. */
  plain: string
  chapters: { anchor: string; time: string; title: string }[]
}
/** What is written on a scan. */
export interface ScanText {
  /** Of its element, so that links lead to it. */
  id: string
  heading: string
  text: string
  /** BCP 47; '' for the language of the archive. */
  language: string
  source: string
  /** To download. */
  files: { name: string; href: string }[]
  /** It is folded. */
  isLong: boolean
}
/** What is written on the scans of an item, and said in its recordings. */
export interface ItemTexts {
  scans: ScanText[]
  transcriptOf(file: FileLink, at: number): Transcript
}
/** Where nobody knows: the popup of the map, and an item that has no page yet. */
export const NO_TEXTS: ItemTexts = {
  scans: [],
  transcriptOf: () => ({ language: '', passages: [], plain: '', chapters: [] }),
}
