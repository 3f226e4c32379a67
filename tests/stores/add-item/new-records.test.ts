import { describe, expect, test } from 'vitest'
import { FORM } from '#contract/messages.ts'
import type { NewRecordKind } from '#rules/wizard/new-records.ts'
import { archive, popup, year } from './new-record-world.ts'
import { aFile, AWAY, Status, tab, type Tab } from './world.ts'

const CALDER = {
  id: 5,
  first_name: 'John',
  middle_name: '',
  surname: 'Calder',
  date_of_birth: 1843_00_00,
  date_of_death: 1910_00_00,
  sex: 'male',
  biography: '',
  spouses: [],
  family_tree: '',
}

describe('what was typed in the tag box is the name', () => {
  test.each([
    ['John William Calder', ['John', 'William', 'Calder']],
    ['Calder, John William', ['John', 'William', 'Calder']],
    ['Mary Mc Intosh', ['Mary', '', 'Mc Intosh']],
    ['Anna van der Berg', ['Anna', '', 'van der Berg']],
    ['Mary', ['Mary', '', '']],
    ['', ['', '', '']],
  ])('%s', (typed, names) => {
    const { record } = popup('person', { here: archive().here, typed })
    const inputs = record.$inputs.get()
    expect(['first_name', 'middle_name', 'surname'].map((field) => inputs[field])).toEqual(names)
  })
})

describe('spec §5: the sentences stand at their fields and nothing is sent', () => {
  const REQUIRED: Record<NewRecordKind, Record<string, string>> = {
    person: { first_name: FORM.personFirstName, surname: FORM.personSurname },
    subject: { subject_name: FORM.subjectName, subject_description: FORM.subjectDescription },
    organization: { name: FORM.organizationName, description: FORM.organizationDescription },
    collection: { collection_name: FORM.collectionName, collection_description: FORM.collectionDescription },
  }
  test.each(Object.entries(REQUIRED))('%s', async (kind, errors) => {
    const { here } = archive()
    const { record } = popup(kind as NewRecordKind, { here })
    await record.save()
    expect(record.$errors.get()).toEqual(errors)
    expect(here.asked).toEqual([])
  })
  test('dates that cannot be read, or end before they begin; typing removes the sentence', async () => {
    const { here } = archive()
    const { record } = popup('person', { here, typed: 'Ann Roy' })
    record.change({ date_of_birth: year('190'), date_of_death: year('1900'), family_tree: 'wikitree' })
    await record.save()
    expect(Object.keys(record.$errors.get()).sort()).toEqual(['date_of_birth', 'family_tree'])
    record.change({ date_of_birth: year('1901'), family_tree: '' })
    expect(record.$errors.get()).toEqual({})
    await record.save()
    expect(record.$errors.get()).toEqual({ date_of_death: FORM.rangeEnd })
    expect(here.asked).toEqual([])
  })
})

describe('likely duplicates are shown first', () => {
  test('No: it is added, and the question does not come again', async () => {
    const { here, sent, fates } = archive({ people: [CALDER] })
    fates.people = [new Status(400, '{"family_tree":["No."]}')]
    const { record, onAdded } = popup('person', { here, typed: 'John Calder' })
    await record.save()
    await record.addNew()
    expect(record.$errors.get()).toEqual({ family_tree: 'No.' })
    await record.save()
    expect(sent).toHaveLength(2)
    expect(onAdded).toHaveBeenCalledOnce()
  })
  test('organizations by an alternate name, subjects with their parent; collections are not asked for', async () => {
    const { here } = archive({
      organizations: [{ id: 1, name: 'Calder & Sons', altname: ['Calder Mill'], date_opened: 1871_00_00 }],
      subjects: [
        { id: 1, subject_name: 'Industry' },
        { id: 2, subject_name: 'Mills', subject_parent: 1 },
      ],
    })
    const organization = popup('organization', { here, typed: 'The Calder Mill' })
    organization.record.change({ description: 'A mill' })
    await organization.record.save()
    expect(organization.record.$state.get()).toMatchObject({ tags: [{ name: 'Calder & Sons', detail: 'from 1871' }] })
    const subject = popup('subject', { here, typed: 'mills' })
    subject.record.change({ subject_description: 'Mills' })
    await subject.record.save()
    expect(subject.record.$state.get()).toMatchObject({ tags: [{ id: 2, name: 'Mills', detail: 'Industry' }] })
  })
  test('an archive that cannot be searched keeps nobody from adding', async () => {
    const { here } = archive()
    here.replies['GET /api/people/'] = () => AWAY
    const { record, onAdded } = popup('person', { here, typed: 'John Calder' })
    await record.save()
    expect(onAdded).toHaveBeenCalledOnce()
  })
})

describe('what was typed is kept with the draft', () => {
  test('it comes back, whatever was stored', () => {
    const { here } = archive()
    const { record, keep } = popup('person', { here, typed: 'Ann Roy' })
    record.change({ biography: 'Born by the lake.' })
    const kept: unknown = keep.mock.calls.at(-1)![0]
    expect(kept).toMatchObject({ first_name: 'Ann', biography: 'Born by the lake.', picture: null })
    const again = popup('person', { here, typed: 'Mary', kept })
    expect(again.record.isKept).toBe(true)
    expect(again.record.$inputs.get()).toEqual(kept)
    again.record.startOver()
    expect(again.record.$inputs.get()).toMatchObject({ first_name: 'Mary', biography: '' })
    const broken = popup('person', { here, kept: { surname: 7, parents: {}, biography: 'Safe' } })
    expect(broken.record.$inputs.get()).toMatchObject({ surname: '', parents: [], biography: 'Safe' })
  })

  /** The popup on the draft of a tab. */
  const popupOf = ({ stores, server }: Tab) =>
    popup('person', {
      here: server,
      typed: 'Ann Roy',
      kept: stores.$draft.get()!.newRecords['person'],
      onKeep: (form) => stores.keepNewRecord('person', form),
      readPicture: stores.readKeptPicture,
    })
  test('its portrait too: a file of the draft until the person is added', async () => {
    const { here: archiveHere } = archive()
    const here = tab({ server: archiveHere })
    await here.begin()
    popupOf(here).record.change({ picture: aFile('first.jpg') })
    await here.pass(1_000)
    popupOf(here).record.change({ picture: aFile('ann.jpg'), biography: 'Born by the lake.' })
    await here.pass(1_000)
    expect([...here.device.files.values()].map(({ file }) => file.name)).toEqual(['ann.jpg'])

    const later = tab({ server: archiveHere, device: here.device })
    await later.begin()
    const { record } = popupOf(later)
    // Typed before the picture is read: it is not lost.
    record.change({ middle_name: 'May' })
    await later.pass(1_000)
    expect(record.$inputs.get()).toMatchObject({ middle_name: 'May', picture: { name: 'ann.jpg' } })
    record.change({ biography: '' })
    await later.pass(1_000)
    expect(later.device.files.size, 'it is not stored again').toBe(1)
    await record.save()
    await later.pass(1_000)
    expect([later.draft().newRecords, later.device.files.size]).toEqual([{}, 0])
  })
  test('a portrait that was removed is gone', async () => {
    const here = tab({ server: archive().here })
    await here.begin()
    const { record } = popupOf(here)
    record.change({ picture: aFile('ann.jpg') })
    await here.pass(1_000)
    record.change({ picture: null })
    await here.pass(1_000)
    expect(here.device.files.size).toBe(0)
    expect(here.device.stored(here.draft().id)?.newRecords).toMatchObject({ person: { picture: null } })
  })
})
