import { expect, test } from 'vitest'
import { failureText } from '../../../scripts/build-site/build-messages.ts'

test('a full disk is called that, whichever process met it', () => {
  const met = 'ENOSPC: no space left on device, write'
  expect(failureText(Object.assign(new Error(met), { code: 'ENOSPC' }))).toBe(`The disk is full. ${met}`)
  expect(failureText(new Error(`/itemview/1 could not be rendered: Error: ${met}`))).toMatch(/^The disk is full\. /)
  expect(failureText(new Error('Another build is under way.'))).toBe('Another build is under way.')
  expect(failureText('no error')).toBe('no error')
})
