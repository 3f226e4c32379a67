/** An identifier or a file name without what people write differently: letter case, accents as one sign or two, the sign between parts. */
const keyOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '.')
    .replace(/^\.|\.$/g, '')

/** Spreadsheets drop the zeros of 007. */
const withoutZeros = (text: string) => text.replace(/(?<!\d)0+(?=\d)/g, '')

const SIDES: Record<string, string> = { front: '1', recto: '1', obverse: '1', back: '2', verso: '2', reverse: '2' }
/** Endings of parts, the longest first: ` (2)`, `-front`, `_p12`, `-1`, `a`. */
const ENDINGS = [
  /[.]\d{1,3}$/,
  /[.]?(?:front|back|recto|verso|obverse|reverse)$/,
  /[.]?(?:p|pg|page)[.]?\d{1,4}$/,
  /(?<=\d)[a-z]$/,
  /[.][a-z]$/,
]

const natural = new Intl.Collator('en', { numeric: true })
const sortKey = (file: string) =>
  keyOf(file.replace(/\.[^./]*$/, '')).replace(/front|recto|obverse|back|verso|reverse/g, (side) => SIDES[side]!)

export interface MatchedFiles {
  /** Files of each identifier that has some, in natural order, front before back. */
  files: Map<string, string[]>
  /** Files that belong to no identifier. */
  unmatched: string[]
}

/**
 * Finds the identifier that each file is called after: `2011.004.001a.jpg`, `2011-004-001 (2).jpg`, `2011.004.001-back.jpg` or `2011.004.001/page 3.jpg`.
 * The longest identifier that fits wins.
 * @param files paths with `/`
 */
export function matchFiles(identifiers: Iterable<string>, files: readonly string[]): MatchedFiles {
  const known = new Map<string, string>()
  for (const each of identifiers) if (keyOf(each) !== '') known.set(keyOf(each), each)
  const short = Map.groupBy(known.values(), (each) => withoutZeros(keyOf(each)))
  const unique = new Map([...short].flatMap(([key, all]) => (all.length === 1 ? [[key, all[0]!]] : [])))
  const found = new Map<string, string[]>()
  const unmatched: string[] = []
  for (const file of files.toSorted((a, b) => natural.compare(sortKey(a), sortKey(b)) || natural.compare(a, b))) {
    const identifier = identifierOf(file, known) ?? identifierOf(withoutZeros(file), unique)
    if (identifier === undefined) unmatched.push(file)
    else found.set(identifier, [...(found.get(identifier) ?? []), file])
  }
  return { files: found, unmatched }
}

function identifierOf(file: string, known: ReadonlyMap<string, string>): string | undefined {
  const folders = file.split('/')
  const stem = folders.pop()!.replace(/\.[^.]*$/, '')
  let stems = [keyOf(stem)]
  // Two endings at most: `-page 2 back`.
  for (let depth = 0; depth < 3; depth += 1) {
    for (const each of stems) if (known.has(each)) return known.get(each)
    stems = stems.flatMap((each) =>
      ENDINGS.filter((ending) => ending.test(each)).map((ending) => each.replace(ending, '')),
    )
  }
  for (const folder of folders.reverse()) if (known.has(keyOf(folder))) return known.get(keyOf(folder))
  return undefined
}
