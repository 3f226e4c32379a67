/**
 * A value of a row. `machine` is set for dates (null for vague ones), `external` for links to other sites. If `href` is a search, `about` is the page of
 * the record it filters by.
 */
export interface RecordValue {
  text: string
  /** A name that the text begins with. */
  name?: string
  /** The address of its picture, and the language of its text if that is known. */
  icon?: string
  lang?: string
  href?: string
  about?: string
  machine?: string | null
  external?: true
}

/** A row of a catalogue record. `prose` keeps line breaks. */
export interface RecordRow {
  term: string
  values: RecordValue[]
  prose?: true
}
