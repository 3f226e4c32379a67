import { describe, expect, test } from 'vitest'
import { SessionEndedError } from '#stores/auth/auth-stores.ts'
import { archive, popup, type Fate } from './new-record-world.ts'
import { aFile, aTag, AWAY, CONTRACT_USER, settle, Status } from './world.ts'

describe('failures are said, and trying again sends only what is missing', () => {
  test('no answer: the same with the same key, and what was typed stays as it is', async () => {
    const { here, sent, fates } = archive()
    fates.people = [AWAY]
    const { record, onAdded } = popup('person', { here, typed: 'Ann Roy' })
    await record.save()
    expect(record.$state.get()).toMatchObject({ state: 'failed', isFixed: true })
    expect(record.isFixed()).toBe(true)
    await record.save()
    expect(sent[1]).toEqual(sent[0])
    expect(onAdded).toHaveBeenCalledOnce()
  })
  test('a refusal at a field; the next try has another key', async () => {
    const { here, sent, fates } = archive()
    fates.people = [new Status(400, '{"family_tree":["This page is gone."]}')]
    const { record, onAdded } = popup('person', { here, typed: 'Ann Roy' })
    await record.save()
    expect(record.$errors.get()).toEqual({ family_tree: 'This page is gone.' })
    expect(record.isFixed()).toBe(false)
    record.change({ family_tree: '' })
    await record.save()
    expect(sent[1]!.key).not.toBe(sent[0]!.key)
    expect(onAdded).toHaveBeenCalledOnce()
  })
  test.each<[Fate, RegExp]>([
    [new Status(500, '<h1>Error</h1>'), /can't do this at the moment/],
    [new Status(403, '{"detail":"You may not."}'), /You may not\./],
    [new Status(429), /wait 60 seconds/],
    [AWAY, /No answer came/],
  ])('%o: a sentence', async (fate, sentence) => {
    const { here, fates } = archive()
    fates.subjects = [fate]
    const { record, onAdded } = popup('subject', { here, typed: 'Mills' })
    record.change({ subject_description: 'All' })
    await record.save()
    expect(record.$state.get()).toMatchObject({ state: 'failed', text: expect.stringMatching(sentence) as string })
    expect(onAdded).not.toHaveBeenCalled()
  })
  test('the session ended and nobody logged in again: it can be changed, nothing was stored', async () => {
    const { here, sent } = archive()
    const refuse = () => Promise.reject(new SessionEndedError())
    const { record } = popup('person', { here, typed: 'Ann Roy', withSession: refuse })
    await record.save()
    expect(record.$state.get()).toMatchObject({ state: 'failed', isFixed: false })
    expect(sent).toEqual([])
  })
  test('picture and a parent failed: the others are not sent again; another picture has another key', async () => {
    const { here, sent, fates } = archive()
    fates['people/images/create'] = [new Status(400, '{"image":["Broken."]}')]
    fates['people/relationships'] = [AWAY]
    const { record, onAdded } = popup('person', { here, typed: 'Ann Roy' })
    record.change({ grave: '7', picture: aFile('a.jpg'), parents: [aTag(3), aTag(4)] })
    await record.save()
    expect(record.$state.get()).toMatchObject({
      state: 'partly',
      text: expect.stringMatching(
        /Ann Roy was added, but the picture and the parents could not be saved\..*Broken/,
      ) as string,
    })
    expect(onAdded).not.toHaveBeenCalled()
    const before = sent.splice(0)
    record.change({ picture: aFile('b.jpg') })
    await record.save()
    expect(sent.map(({ call }) => call)).toEqual(['people/images/create', 'people/relationships'])
    expect(sent[0]!.key).not.toBe(before[2]!.key)
    expect(sent[1]).toEqual(before[3])
    expect(onAdded).toHaveBeenCalledOnce()
  })
  test('the person goes into the draft without what failed', async () => {
    const { here, fates } = archive()
    fates.graves = [new Status(500)]
    const { record, onAdded } = popup('person', { here, typed: 'Ann Roy' })
    record.change({ grave: '7' })
    await record.save()
    record.goOn()
    expect(onAdded).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Ann Roy' }))
  })
  test('a relationship that was stored without an answer is not sent twice to a server without keys', async () => {
    const { here, sent, fates, rows } = archive()
    fates['people/relationships'] = [AWAY]
    const { record, onAdded } = popup('person', { here, typed: 'Ann Roy', user: CONTRACT_USER })
    record.change({ parents: [aTag(3)] })
    await record.save()
    rows['people/relationships'] = [{ person1: 3, person2: 71, relationship_type: 'parent', description: '' }]
    await record.save()
    expect(sent.filter(({ call }) => call === 'people/relationships')).toHaveLength(1)
    expect(onAdded).toHaveBeenCalledOnce()
  })
  test('pressing the button twice adds once', async () => {
    const { here, sent } = archive()
    const { record } = popup('person', { here, typed: 'Ann Roy' })
    void record.save()
    void record.save()
    await settle()
    expect(sent).toHaveLength(1)
  })
})
