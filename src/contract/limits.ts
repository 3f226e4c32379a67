/** Business constants of spec §9, and the limits that the design adds. Every limit that users can run into is here. */

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
  /** Lowest and highest valid eight-digit date. */
  lowestDate: 1_00_00,
  highestDate: 9999_12_31,
} as const

/** Lengths of a valid date input: year, month, date (spec §5 "Dates"). */
export const DATE_INPUT = { year: 4, month: 7, date: 10 } as const

/** The item filter's time range (spec §3 "query filters", §9): from 1830 to this year, sent as YYYY0000 and YYYY9999. */
export const TIME_FILTER = {
  start: TIME.firstYear * 10_000,
  end: (thisYear: number) => thisYear * 10_000,
  sentStart: (year: number) => `${String(year).padStart(4, '0')}0000`,
  sentEnd: (year: number) => `${year}9999`,
} as const

/** Arrow keys that move between the wizard's sections, spec §9 "Keyboard step keys". */
export const STEP_KEYS = [37, 38, 39, 40] as const

/** Page sizes, spec §9: 5 in side panels and tabs, 10 on the collection page; default and maximum of the server. */
export const PAGING = { tabs: 5, collection: 10, serverDefault: 10, serverMaximum: 100 } as const
/** Number of pages: count divided by page size, rounded up (spec §9); an empty list has one page (§8). */
export const pagesOf = (count: number, size: number): number => Math.max(1, Math.ceil(count / size))

/** Minimum number of characters before a search starts, spec §5. */
export const SEARCH_MINIMUM = {
  address: 2,
  locations: 2,
  organizations: 3,
  tags: 3,
  contributors: 1,
  maximum: 10_000,
} as const

/**
 * Bounds of a text search: distinct words, the letters of a word that are compared (PostgreSQL refuses longer ones), those it needs to match as a prefix, items that
 * are ranked, and texts whose items are listed (docs/develop/decisions/limits.md).
 */
export const SEARCH_WORK = { words: 10, letters: 500, prefixLetters: 2, ranked: 20_000, texts: 5_000 } as const

/**
 * Rate limit of list reads: processor milliseconds that one address, and one IPv6 /48 network, may cause within `seconds`. Refusals are
 * delayed by `pause` milliseconds, so that a client that ignores them cannot flood the server. A classroom stays far below.
 */
export const LIST_WORK = { address: 30_000, network: 120_000, seconds: 60, pause: 1_000 } as const
/** Threads for list reads: queue length, milliseconds that a read may wait and run, and seconds for Retry-After. */
export const LIST_THREADS = { waiting: 100, wait: 4_000, run: 4_000, retryAfter: 5 } as const

/** Passwords, spec §9: 8 to 50 everywhere. */
export const PASSWORD = { minimum: 8, maximum: 50 } as const

/** Milliseconds that invitation and reset links are valid. */
export const LINK_LIFETIME = { activation: 7 * 24 * 60 * 60_000, reset: 2 * 60 * 60_000 } as const

/**
 * Exponential backoff after wrong passwords, per account, address and network. After `free` attempts each further one waits: `first` seconds,
 * doubling up to `longest`. Attempts are forgotten after `forget` seconds. An address is an IPv4 address or an IPv6 /64; `network` is its /48. Known
 * devices, and addresses that logged in to the account within `known` seconds, have their own count, so that attackers cannot lock users out.
 */
export const LOGIN_PAUSE = {
  account: { free: 5, first: 30, longest: 15 * 60 },
  address: { free: 50, first: 30, longest: 15 * 60 },
  network: { free: 200, first: 30, longest: 15 * 60 },
  forget: 24 * 60 * 60,
  known: 14 * 24 * 60 * 60,
} as const

/** Password reset requests within `seconds`: over the limit per e-mail address nothing is sent; per address or /48 network they are refused. */
export const RESET_REQUESTS = { email: 3, address: 30, network: 120, seconds: 60 * 60 } as const

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

/** Timeout of the shared client in milliseconds, spec §7. */
export const CLIENT_TIMEOUT = 20_000
/** Of a build, which reads whole lists: those of a county take seconds (100,000 people are 53 MB), and minutes on a slow or busy machine. */
export const PULL_TIMEOUT = 120_000

/** Scans: default limits for bytes, pixels and decoding memory, the most that a society can configure, and the first order number (spec §9). */
export const SCAN = {
  maximumBytes: 100 * 1024 * 1024,
  maximumPixels: 100_000_000,
  maximumMemory: 1024 * 1024 * 1024,
  mostMegabytes: 2_000,
  mostMemoryMegabytes: 64_000,
  mostPixels: 1_000_000_000,
  firstOrder: 1,
} as const

/** Pages of a document; how they are drawn: dots per inch, pixels of a usual page and at most; orders that a wizard leaves for each. */
export const DOCUMENT = {
  ...{ pages: 500, leastDpi: 200, mostDpi: 300, usualPixels: 4_000_000, mostPixels: 40_000_000, orders: 1000 },
} as const

/** Concurrent uploads of a wizard, per account and in total, seconds for Retry-After, fields beside the file (count, bytes each), bytes to keep free on disk. */
export const UPLOAD = {
  atOnce: 3,
  perAccount: 6,
  total: 120,
  retryAfter: 5,
  fields: 20,
  fieldBytes: 10_000,
  freeBytes: 500 * 1024 * 1024,
} as const

/** A recording: bytes, bytes of each part in which it is sent, and days for which an unfinished one is kept. */
export const RECORDING_UPLOAD = { maximumBytes: 2 * 1024 ** 3, part: 4 * 1024 ** 2, days: 7 } as const

/** An import in the browser: bytes and files, folders in each other and bytes of a name, and what is listed of it: problems, questions, names, letters of an example and of a cell to correct. */
export const IMPORT = {
  ...{ bytes: 20 * 1024 ** 3, files: 5_000, depth: 20, nameBytes: 200 },
  ...{ problems: 200, questions: 500, names: 50, example: 80, cell: 10_000 },
} as const

/** Previews that the server makes of pictures that a browser can't show: width and height in pixels; larger files get a file card instead. */
export const PREVIEW = { size: 640, maximumBytes: 32 * 1024 * 1024 } as const
/** The JPEG of a link preview, in pixels. */
export const LINK_PREVIEW = { width: 1200, height: 630 } as const

/** Maximum text lengths in characters; generous, so that no real record is refused. `file`: bytes of a file with the text of a page. */
export const TEXT = {
  ...{ line: 2_000, name: 500, url: 2_000, body: 200_000, story: 100_000, words: 1_000_000, file: 5 * 1024 * 1024 },
} as const

/** Maximum entries of a list in a record. */
export const LIST = { ids: 5_000, names: 500 } as const

/**
 * Limits of a JSON body: bytes (fewer for anonymous calls, since bodies are buffered), nesting depth, object fields in total, and values
 * (a zone outline of 30,000 corners has 90,000, and 500 control points of an old map have 2,000 fields).
 */
export const BODY = {
  maximumBytes: 2 * 1024 * 1024,
  anonymousBytes: 16 * 1024,
  depth: 32,
  fields: 3_000,
  values: 100_000,
} as const

/** Write calls within `seconds`, per account (300 scans sent twice stay far below) and per network address (a whole society may share one). */
export const WRITES = { account: 1_200, address: 12_000, seconds: 10 * 60 } as const

/** The review desk: milliseconds that a claim lasts unless renewed, and days in which a removal or a merge can be undone. */
export const REVIEW_DESK = { claim: 5 * 60_000, undoDays: 30 } as const
