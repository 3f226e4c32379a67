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
