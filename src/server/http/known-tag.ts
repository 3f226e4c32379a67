/** True where an If-None-Match header names this ETag (RFC 9110 §13.1.2: weak comparison). */
export const isKnownTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
