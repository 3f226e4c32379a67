import { expect, test } from 'vitest'
import { parentNote, siblingNote } from '#views/family.ts'

const born = (...ids: number[]) => ids.map((id) => ({ id, description: '' }))
const as = (description: string, ...ids: number[]) => ids.map((id) => ({ id, description }))

test('half-siblings share one of two known parents; with fewer known parents nothing is said', () => {
  expect(siblingNote(born(1, 2), born(1, 3))).toBe('Half-sibling')
  expect(siblingNote(born(1, 2), born(2, 1))).toBe('')
  expect(siblingNote(born(1, 2), born(1))).toBe('')
  expect(siblingNote(born(1), born(1, 2))).toBe('')
  // Somebody who is named twice as a parent is one.
  expect(siblingNote(born(1, 1), born(1, 2))).toBe('')
})

test('a step-parent makes nobody a full sibling, and hides no half-sibling', () => {
  const ann = [...as('biological', 1, 2), ...as('step-parent since 1900', 4)]
  expect(siblingNote(ann, born(1, 3))).toBe('Half-sibling')
  expect(siblingNote(born(1, 3), ann)).toBe('Half-sibling')
  expect(siblingNote(ann, as('adoptive', 2, 1))).toBe('')
  expect(siblingNote(ann, born(2, 4))).toBe('Half-sibling')
  expect(siblingNote(ann, born(4, 5))).toBe('Step-sibling')
  for (const word of ['stepfather', 'Step mother', 'step-dad', 'foster parents', 'godmother', 'legal guardian', 'step'])
    expect(siblingNote([...born(1, 2), ...as(word, 4)], born(1, 4)), word).toBe('Half-sibling')
  // A name is no step.
  expect(siblingNote(as('see Stephen’s diary', 1, 2), born(1, 3))).toBe('Half-sibling')
})

test('how somebody is a parent', () => {
  const ann = [...as('adoptive', 1), ...as('', 1, 2), ...as('since 1900', 1)]
  expect([parentNote(ann, 1), parentNote(ann, 2), parentNote(ann, 3)]).toEqual(['adoptive, since 1900', '', ''])
})
