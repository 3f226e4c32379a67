/** Business constants of spec §9, and the limits that the design adds. Numbers a user meets live here, nowhere else. */

/** Map, spec §9. Centre in EPSG:3857 metres; paddings in CSS pixels. */
export const MAP = {
  projection: 'EPSG:3857',
  startCentre: [-9094456.127456, 5397978.160185],
  initialZoom: 15,
  minimumZoom: 14,
  fitPadding: { zone: 300, wizard: 150, organizations: 100 },
} as const

/** Time, spec §9. Eight-digit dates (spec §3). */
export const TIME = {
  firstYear: 1830,
  /** Lowest and highest eight-digit date that is a date at all. */
  lowestDate: 1_00_00,
  highestDate: 9999_12_31,
} as const

/** Lengths of what a date input may hold: a year, a month, a date (spec §5 "Dates"). */
export const DATE_INPUT = { year: 4, month: 7, date: 10 } as const

/** The item filter's time range (spec §3 "query filters", §9): from 1830 to this year, sent as YYYY0000 and YYYY9999. */
export const TIME_FILTER = {
  start: TIME.firstYear * 10_000,
  end: (thisYear: number) => thisYear * 10_000,
  sentStart: (year: number) => `${year}0000`,
  sentEnd: (year: number) => `${year}9999`,
} as const

/** Arrow keys that move between the sections of the wizard, spec §9 "Keyboard step keys". */
export const STEP_KEYS = [37, 38, 39, 40] as const

/** Paging, spec §9: five in side panels and tabs, ten on the collection page; the server's own bounds (design.md). */
export const PAGING = { tabs: 5, collection: 10, serverDefault: 10, serverMaximum: 100 } as const
/** How many pages a list has: count divided by the size of a page, rounded up (spec §9); an empty list has one (§8). */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size))

/** Least number of characters before a search starts, spec §5. */
export const SEARCH_MINIMUM = {
  address: 2,
  locations: 2,
  organizations: 3,
  tags: 3,
  contributors: 1,
  maximum: 10_000,
} as const

/** Passwords, spec §9 and design.md: 8 to 50 everywhere. */
export const PASSWORD = { minimum: 8, maximum: 50 } as const

/** Milliseconds that the link of an invitation, and of a password reset, is good for (design.md "Accounts"). */
export const LINK_LIFETIME = { activation: 7 * 24 * 60 * 60_000, reset: 2 * 60 * 60_000 } as const

/**
 * How wrong passwords slow down the next try, per account and per address (many people may share one). After `free` tries each further one waits: `first`
 * seconds, then twice as long each time, up to `longest`. Somebody who has forgotten a password loses minutes; who guesses gets about a hundred tries a day.
 * All is forgotten `forget` seconds after the first of the tries. An address from which the account's user logged in within `known` seconds is counted
 * by itself, so that nobody else's guessing keeps them out.
 */
export const LOGIN_PAUSE = {
  account: { free: 5, first: 30, longest: 15 * 60 },
  address: { free: 50, first: 30, longest: 15 * 60 },
  forget: 24 * 60 * 60,
  known: 14 * 24 * 60 * 60,
} as const

/** Reset links asked for within `seconds`: more for one e-mail address send no mail, more from one network address are refused. */
export const RESET_REQUESTS = { email: 3, address: 30, seconds: 60 * 60 } as const

/** Characters of an e-mail address (RFC 5321 §4.5.3.1.3). */
export const EMAIL_MAXIMUM = 254

/** Overlays and images, spec §9. Delays in milliseconds. */
export const OVERLAY = {
  opacityMinimum: 0,
  opacityMaximum: 1,
  opacityStep: 0.01,
  opacityDefault: 1,
  visible: false,
  count: 6,
} as const
export const VIEWER = { arrowDelay: 500, maximumScale: 5 } as const

/** The shared client gives up after this many milliseconds, spec §7. */
export const CLIENT_TIMEOUT = 20_000

/**
 * Scans: bytes and pixels that a picture may have where the society has set nothing else (design.md), the most that it can set, and the first
 * order number (spec §9).
 */
export const SCAN = {
  maximumBytes: 100 * 1024 * 1024,
  maximumPixels: 100_000_000,
  mostMegabytes: 2_000,
  mostPixels: 1_000_000_000,
  firstOrder: 1,
} as const

/**
 * Uploads that may be under way at once, of one account and of all together (20 people with 6 pictures each); who comes then is asked to come
 * back. Fields of a form beside its file: how many, and bytes of each. Bytes that must stay free on the disk.
 */
export const UPLOAD = {
  anAccount: 6,
  together: 120,
  comeBackAfter: 5,
  fields: 20,
  fieldBytes: 10_000,
  freeBytes: 500 * 1024 * 1024,
} as const

/** Longest texts, in characters; generous, so that no real record is refused. */
export const TEXT = { line: 2_000, name: 500, url: 2_000, body: 200_000 } as const

/** Most entries of a list in a record: ids of people, other names. */
export const LIST = { ids: 5_000, names: 500 } as const

/**
 * A body of JSON: its bytes (fewer where anybody may send one: they are kept in memory until the last has come), and how deep lists and objects
 * may lie in each other.
 */
export const BODY = { maximumBytes: 2 * 1024 * 1024, anonymousBytes: 16 * 1024, depth: 32 } as const

/**
 * Calls that write, within `seconds`: of one account (a shoebox of 300 scans, each sent twice, stays far below it) and of one network address,
 * which a whole society may share.
 */
export const WRITES = { account: 1_200, address: 12_000, seconds: 10 * 60 } as const
