/** One end of a span is not known, or has not come yet. */
const NOT_KNOWN = String.raw`(?:\?+|unknown|unkn?\.?|not known|n\.? ?d\.?)`
const STILL = String.raw`(?:(?:the )?present(?: day)?|now|today|(?:to )?date|current|ongoing)`

/** Each has the known date in its first or second group. */
export const UNTIL = [
  /^(?:before|bef\.?|by|until|till|prior to|pre-?|not after|no later than|not later than|up to|on or before|\.\.\/?|<|\/) ?(.+)$/i,
  new RegExp(String.raw`^${NOT_KNOWN} ?(?:[-–—/]|to|until|till) ?(.+)$`, 'i'),
  /^(.+?),? (?:or|and) (?:before|earlier)$/i,
]
export const SINCE = [
  new RegExp(String.raw`^(?:from )?(.+?) ?(?:[-–—/]|to|until|till|through) ?(?:${NOT_KNOWN}|${STILL})$`, 'i'),
  /^(?:after|aft\.?|since|from|post-?|not before|no earlier than|not earlier than|on or after|>) ?(.+)$|^(.+?)(?:\/(?:\.\.)?|\.\.|\+| ?[-–—]|,? onwards?| on|,? (?:or|and) (?:after|later))$/i,
]

/** Words of a date, so that "postmarked 1908" is not "post 1908". */
const DATE_WORDS =
  /\d+(?:st|nd|rd|th|s)?|\b(?:the|of|in|circa|ca|cca|c|about|abt|around|approx|approximately|probably|early|mid|middle|late|end|beginning|spring|summer|autumn|fall|winter|century|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/gi

/** What was done at that date: it does not change the date. The written form keeps it. */
export const DONE =
  /^(?:dated|taken|made|built|created|issued|drawn|painted|photographed|postmarked|postmark|printed|published|reprinted|reissued|reproduced|copied|cast|restored|rebuilt|altered|revised|enlarged|recorded|filmed|copyright|copr\.|©|ⓒ|p)(?: in)?:? ?(?=\S)/i

/** True for "after 1890", "1890 or later", "1890-?" and "1890 to present": of an item without a last date, that its end is open. */
export function leavesEndOpen(written: string): boolean {
  if (!/\d/.test(written) || written.length > 100) return false
  const text = written.trim().replace(/^\[(.+)\]$/, '$1')
  const found = SINCE.map((form) => form.exec(text)).find((match) => match !== null)
  return found !== undefined && !/[a-z]/i.test((found[1] ?? found[2])!.replace(DONE, '').replace(DATE_WORDS, ''))
}
