import { describe, expect, test } from 'vitest'
import { WIZARD_TYPES } from '#contract/item.ts'
import { FORM } from '#contract/messages.ts'
import { WIZARD } from '#contract/wizard-messages.ts'
import { NO_FIELDS } from '#rules/wizard/item-of-draft.ts'
import { progressOf, sectionOf, sectionsFor, stepFrom, stepOfKey } from '#rules/wizard/sections.ts'

const AUTHOR = { id: 1, mayDescribe: false, mayCredit: false }
const common = ['location-and-time', 'description', 'archival', 'review']

describe('sections (spec §2)', () => {
  test('only the type until one is chosen; no images for event or video, url only for video', () => {
    expect(sectionsFor('')).toEqual(['type'])
    for (const type of ['photograph', 'postcard', 'object', 'paper_record'] as const)
      expect(sectionsFor(type)).toEqual(['type', 'images', ...common])
    expect(sectionsFor('event')).toEqual(['type', ...common])
    expect(sectionsFor('video')).toEqual(['type', 'url', ...common])
  })
  test('Back and Next reach every section and stop at the ends', () => {
    for (const type of WIZARD_TYPES) {
      const sections = sectionsFor(type)
      for (const [at, section] of sections.entries()) {
        expect(stepFrom(type, section, 1)).toBe(sections[at + 1] ?? null)
        expect(stepFrom(type, section, -1)).toBe(sections[at - 1] ?? null)
      }
    }
  })
  test('the arrow keys, and no other', () => {
    expect([36, 37, 38, 39, 40, 41].map(stepOfKey)).toEqual([0, -1, -1, 1, 1, 0])
  })
  test('the address is in its own section for a video, in the description for another type', () => {
    expect([sectionOf('url', 'video'), sectionOf('url', 'object')]).toEqual(['url', 'description'])
  })
})

describe('progress', () => {
  const of = (fields: object, images = 0, recording: unknown = null) =>
    Object.fromEntries(
      progressOf({ fields: { ...NO_FIELDS, ...fields }, images: Array(images), recording }, AUTHOR).map(
        ({ section, ...progress }) => [section, progress],
      ),
    )
  test('without a type', () => {
    expect(of({})).toEqual({ type: { isComplete: false, missing: [FORM.itemType], refused: [FORM.itemType] } })
  })
  test('what is missing only, and what blocks', () => {
    const { type, images, description, archival, review, ...others } = of({ type: 'photograph' })
    expect(type).toEqual({ isComplete: true, missing: [], refused: [] })
    expect(images).toEqual({ isComplete: false, missing: [WIZARD.noImages], refused: [] })
    expect(others['location-and-time']?.missing).toEqual([WIZARD.noLocation, WIZARD.noDate])
    expect(description).toMatchObject({
      missing: [WIZARD.noTitle, FORM.itemDescription],
      refused: [FORM.itemDescription],
    })
    expect(archival).toMatchObject({ isComplete: true })
    expect(review).toEqual({ isComplete: false, missing: [FORM.itemDescription], refused: [FORM.itemDescription] })
  })
  test('everything is there', () => {
    const tag = { id: 1, name: 'Lot 1', detail: '', pending: false }
    const start = { specificity: 'year', typed: '1901' }
    const whole = of({ type: 'object', title: 'A', description: 'B', location: tag, start }, 1)
    expect(Object.values(whole).every(({ isComplete }) => isComplete)).toBe(true)
  })
  test('a video has an address or a file', () => {
    expect(of({ type: 'video' })['url']).toMatchObject({ isComplete: false, missing: [WIZARD.noVideo], refused: [] })
    expect(of({ type: 'video', url: 'https://town.test/v' })['url']).toMatchObject({ isComplete: true })
    expect(of({ type: 'video' }, 0, { name: 'fair.mp4' })['url']).toMatchObject({ isComplete: true })
  })
  test('a date that cannot be read blocks', () => {
    const start = { specificity: 'date', typed: '1901' }
    expect(of({ type: 'object', description: 'B', start })['location-and-time']).toMatchObject({
      missing: [WIZARD.noLocation, WIZARD.unreadableDate.date],
      refused: [WIZARD.unreadableDate.date],
    })
  })
})
