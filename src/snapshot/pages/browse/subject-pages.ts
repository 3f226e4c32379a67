import { societyDay } from '#rules/dates/society-day.ts'
import type { Subject } from '#contract/subject.ts'
import { ADDRESS, subjectAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { plural, shorten } from '#rules/names/record-names.ts'
import { sameElsewhere } from '#views/same-elsewhere.ts'
import { type Archive, memoizePerArchive } from '../../archive.ts'
import { compareNames, letterOf, slug } from './alphabet.ts'
import { datedPages } from './dated-pages.ts'
import { facesOf } from './faces.ts'
import type { ListView } from './listing.ts'
import { entriesOf, type PageEntry, type Pages, withMore } from '../page-view.ts'
import { type IndexView, indexViews, itemCount } from './name-indexes.ts'
import { type Branches, itemsWithin, TREE_LINES, type TreeNode, treeOf } from './tree.ts'

interface SubjectView extends ListView {
  text: string
  same: Link[]
  parent: Link | null
  below: (Link & { count: number })[]
}

const subjectLink = (row: Subject): Link => ({ href: subjectAddress(row.id), text: shorten(row.subject_name, 100) })
/** An update that changes items has the same subjects. */
const branches = memoizePerArchive('branches of subjects', (_: readonly Subject[]): Branches => new Map())
/** The items of a subject and of those below it. */
export const itemsAbout = (archive: Archive, id: number) =>
  itemsWithin(id, archive.childSubjects, archive.itemsOfSubject, branches(archive.lists.subjects))
const byName = (a: Subject, b: Subject) => compareNames(a.subject_name, b.subject_name) || a.id - b.id

export const subjectTree = (archive: Archive): TreeNode[] =>
  treeOf({
    childrenOf: archive.childSubjects,
    link: subjectLink,
    itemsOf: archive.itemsOfSubject,
    itemsWithin: (id) => itemsAbout(archive, id),
    inOrder: byName,
  })

/** `/subjects/` of many subjects: each with its parent, by letter, on pages of their own. None if all fit on one page as a tree. */
export function subjectLetters(archive: Archive, most = TREE_LINES): IndexView[] {
  const { subjects } = archive.lists
  if (subjects.length <= most) return []
  const entries = subjects.map((row) => {
    const parent = archive.subject(row.subject_parent ?? 0)
    const items = itemsAbout(archive, row.id).length
    const note = [parent && `in ${shorten(parent.subject_name, 40)}`, itemCount(items)].filter(Boolean).join(', ')
    return { ...subjectLink(row), note, key: row.subject_name, group: letterOf(row.subject_name), items }
  })
  return indexViews({ href: ADDRESS.subjects, text: 'Subjects' }, entries, {
    noun: { one: 'subject', many: 'subjects' },
    about: 'What the items of the archive are about, from A to Z.',
    overview: 'of each letter those with the most items',
    most,
  })
}

/** `/subjects/`: the top-level subjects from A to Z, with their children. */
export function subjectIndex(archive: Archive) {
  const groups = Map.groupBy(subjectTree(archive), (node) => letterOf(node.text))
  const total = archive.lists.subjects.length
  return {
    address: ADDRESS.subjects,
    title: 'Subjects',
    description: `What the items of the archive are about: ${plural(total, 'subject')}, from A to Z.`,
    picture: null,
    trail: [{ href: ADDRESS.subjects, text: 'Subjects' }],
    total,
    faces: facesOf(
      archive.lists.subjects.map((row) => ({ ...subjectLink(row), items: itemsAbout(archive, row.id) })),
      archive,
    ),
    letters: [...groups].map(([letter, nodes]) => ({ letter, id: slug(letter), nodes })),
  }
}

/** `/subjects/{id}/`, with pagination. */
export function pagesOfSubject(archive: Archive, subject: Subject): PageEntry<SubjectView>[] {
  const items = itemsAbout(archive, subject.id)
  const parent = archive.subject(subject.subject_parent ?? 0)
  const self = subjectLink(subject)
  const what = `Items of the archive about ${subject.subject_name}`
  const about = {
    address: self.href,
    heading: subject.subject_name,
    kicker: 'Subject',
    changed: societyDay(subject.updated_at),
    description: shorten(subject.subject_description || `${what}.`, 200),
    summary: shorten(subject.subject_description || `${what}: ${items.length}.`, 200),
    trail: [{ href: ADDRESS.subjects, text: 'Subjects' }, ...(parent ? [subjectLink(parent)] : []), self],
  }
  const below = archive
    .childSubjects(subject.id)
    .toSorted(byName)
    .map((row) => ({ ...subjectLink(row), count: itemsAbout(archive, row.id).length }))
  const above = { parent: parent ? subjectLink(parent) : null, same: sameElsewhere(subject.same_as) }
  const [first, ...further] = datedPages(archive, about, items)
  return [
    withMore(first!, { ...above, text: subject.subject_description, below }),
    ...further.map((page) => withMore(page, { ...above, text: '', below: [] })),
  ]
}

/** The pages of every subject, and those of the letters. */
export const subjectPages = memoizePerArchive(
  'subject pages',
  (archive: Archive): Pages<SubjectView | IndexView> =>
    new Map<string, () => SubjectView | IndexView>([
      ...archive.lists.subjects.flatMap((subject) => pagesOfSubject(archive, subject)),
      ...entriesOf(subjectLetters(archive).slice(1)),
    ]),
)
