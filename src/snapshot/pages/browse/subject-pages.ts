import type { Subject } from '#contract/subject.ts'
import { ADDRESS, subjectAddress, type Link } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import { compareNames, letterOf, slug } from './alphabet.ts'
import { LIST_SIZE, listPages, type ListView } from './listing.ts'
import { oncePerArchive, type PageEntry, type Pages } from './page-paths.ts'
import { type TreeNode, treeOf } from './tree.ts'

export interface SubjectView extends ListView {
  text: string
  parent: Link | null
  children: (Link & { count: number })[]
}

const subjectLink = (row: Subject): Link => ({ href: subjectAddress(row.id), text: shorten(row.subject_name, 100) })
const byName = (a: Subject, b: Subject) => compareNames(a.subject_name, b.subject_name) || a.id - b.id

export const subjectTree = (archive: Archive): TreeNode[] =>
  treeOf({
    childrenOf: archive.childSubjects,
    link: subjectLink,
    itemsOf: archive.itemsOfSubject,
    inOrder: byName,
  })

/** `/subjects/`: the top-level subjects from A to Z, with their children. */
export function subjectIndex(archive: Archive) {
  const groups = Map.groupBy(subjectTree(archive), (node) => letterOf(node.text))
  const total = archive.lists.subjects.length
  return {
    address: ADDRESS.subjects,
    title: 'Subjects',
    description: `What the items of the archive are about: ${total} subjects, from A to Z.`,
    picture: null,
    trail: [{ href: ADDRESS.subjects, text: 'Subjects' }],
    total,
    letters: [...groups].map(([letter, nodes]) => ({ letter, id: slug(letter), nodes })),
  }
}

/** `/subjects/{id}/`, with pagination. */
export function pagesOfSubject(archive: Archive, subject: Subject, size = LIST_SIZE): PageEntry<SubjectView>[] {
  const items = archive.itemsOfSubject(subject.id)
  const parent = archive.subject(subject.subject_parent ?? 0)
  const self = subjectLink(subject)
  const about = {
    address: self.href,
    heading: subject.subject_name,
    kicker: 'Subject',
    changed: subject.updated_at?.slice(0, 10),
    description: shorten(
      subject.subject_description || `Items of the archive about ${subject.subject_name}: ${items.length}.`,
      200,
    ),
    trail: [{ href: ADDRESS.subjects, text: 'Subjects' }, ...(parent ? [subjectLink(parent)] : []), self],
  }
  const children = archive
    .childSubjects(subject.id)
    .toSorted(byName)
    .map((row) => ({ ...subjectLink(row), count: archive.itemsOfSubject(row.id).length }))
  const more = { text: subject.subject_description, parent: parent ? subjectLink(parent) : null, children }
  return listPages(archive, about, items, size).map(([address, view]) => [address, () => ({ ...view(), ...more })])
}

/** The pages of every subject. */
export const subjectPages = oncePerArchive(
  (archive): Pages<SubjectView> =>
    new Map(archive.lists.subjects.flatMap((subject) => pagesOfSubject(archive, subject))),
)
