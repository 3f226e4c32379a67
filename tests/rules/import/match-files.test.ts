import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchFiles } from '#rules/import/match-files.ts'

test('files are found by the identifier that they are called after, front before back, in natural order', () => {
  const files = [
    ...['scans/2011.004.001-back.jpg', 'scans/2011.004.001-front.jpg', 'scans/2011-004-002 (2).JPG'],
    ...[
      'scans/2011.004.002.tif',
      'scans/2011.004.002 (10).jpg',
      'P-7a.jpg',
      'P-7b.jpg',
      'box 3/2011.004.010/page 2.jpg',
    ],
    ...['box 3/2011.004.010/page 10.jpg', '2011.004.999.jpg', 'notes.pdf'],
  ]
  const { files: found, unmatched } = matchFiles(['2011.004.001', '2011.004.002', '2011.004.010', 'p-7'], files)
  expect(Object.fromEntries(found)).toEqual({
    '2011.004.001': ['scans/2011.004.001-front.jpg', 'scans/2011.004.001-back.jpg'],
    '2011.004.002': ['scans/2011.004.002.tif', 'scans/2011-004-002 (2).JPG', 'scans/2011.004.002 (10).jpg'],
    '2011.004.010': ['box 3/2011.004.010/page 2.jpg', 'box 3/2011.004.010/page 10.jpg'],
    'p-7': ['P-7a.jpg', 'P-7b.jpg'],
  })
  expect(unmatched).toEqual(['2011.004.999.jpg', 'notes.pdf'])
})

test('the longest identifier wins', () => {
  const { files } = matchFiles(['2011.4', '2011.4.1'], ['2011.4.1.jpg', '2011.4.2.jpg'])
  expect(Object.fromEntries(files)).toEqual({ '2011.4.1': ['2011.4.1.jpg'], '2011.4': ['2011.4.2.jpg'] })
})

test('every file is matched once or not at all', () => {
  const identifier = fc.stringMatching(/^[A-Z]{1,2}\d{1,3}$/)
  const ending = fc.constantFrom('', 'a', '-1', ' (2)', '_front', '-back', '_p12')
  fc.assert(
    fc.property(fc.uniqueArray(identifier), fc.uniqueArray(fc.tuple(identifier, ending)), (identifiers, named) => {
      const paths = [...new Set(named.map((parts) => `${parts.join('')}.jpg`))]
      const { files, unmatched } = matchFiles(identifiers, paths)
      expect([...[...files.values()].flat(), ...unmatched].toSorted()).toEqual(paths.toSorted())
      for (const [each, own] of files) for (const file of own) expect(file.startsWith(each)).toBe(true)
    }),
  )
})

/** What people write for the first, second … picture of a thing, in the order in which they mean it. */
const SERIES = [
  ['', 'a', 'b', 'c'],
  ['', '-1', '-2', '-10'],
  ['', ' (2)', ' (3)', ' (11)'],
  ['-front', '-back'],
  ['_recto', '_verso'],
  ['', '_back'],
  [' page 1', ' page 2', ' page 10'],
  ['_p001', '_p002'],
]

test('pictures of a series are those of their identifier and in their order, however they are written', () => {
  const number = fc.integer({ min: 1, max: 999 }).map((each) => String(each).padStart(3, '0'))
  const identifier = fc.tuple(fc.integer({ min: 1950, max: 2024 }), number, number).map((parts) => parts.join('.'))
  const written = fc.record({
    series: fc.constantFrom(...SERIES),
    sign: fc.constantFrom('.', '-', '_', ' '),
    folder: fc.constantFrom('', 'scans/', 'Box 3/Folder 12/', 'own'),
    extension: fc.constantFrom('.jpg', '.JPG', '.tif'),
    isUpper: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc
        .uniqueArray(identifier, { minLength: 1, maxLength: 8 })
        .chain((all) =>
          fc.tuple(fc.constant(all), fc.array(written, { minLength: all.length, maxLength: all.length })),
        ),
      fc.infiniteStream(fc.nat()),
      ([identifiers, ways], random) => {
        const expected = identifiers.map((each, at): [string, string[]] => {
          const { series, sign, folder, extension, isUpper } = ways[at]!
          const path = (ending: string) => {
            const name = `${each.replaceAll('.', sign)}${ending}${extension}`
            return `${folder === 'own' ? `scans/${each}/` : folder}${isUpper ? name.toUpperCase() : name}`
          }
          return [each, series.map(path)]
        })
        const shuffled = expected
          .flatMap(([, paths]) => paths)
          .map((path): [number, string] => [random.next().value, path])
          .toSorted(([a], [b]) => a - b)
        const { files, unmatched } = matchFiles(
          identifiers,
          shuffled.map(([, path]) => path),
        )
        expect(unmatched).toEqual([])
        expect(Object.fromEntries(files)).toEqual(Object.fromEntries(expected))
      },
    ),
  )
})

test('zeros that a spreadsheet dropped do not part a file from its row, where only one can be meant', () => {
  const { files, unmatched } = matchFiles(
    ['7', '2011.4.1', '12', '012'],
    ['007-back.jpg', '007.jpg', '2011.004.001a.jpg', '0012.jpg', '012.jpg'],
  )
  expect(Object.fromEntries(files)).toEqual({
    '7': ['007.jpg', '007-back.jpg'],
    '2011.4.1': ['2011.004.001a.jpg'],
    '012': ['012.jpg'],
  })
  expect(unmatched).toEqual(['0012.jpg'])
})
