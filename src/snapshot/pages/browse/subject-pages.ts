import type { Subject } from '#contract/subject.ts'
import { ADDRESS, subjectAddress } from '#rules/addresses/page-addresses.ts'
import { shorten } from '#rules/names/record-names.ts'
import type { Archive } from '../../types.ts'
import type { Link } from '#rules/addresses/page-addresses.ts'
import type { PageView } from '../page-view.ts'
import { compareNames, letterOf, slug } from './alphabet.ts'
import { LIST_SIZE, type ListView, listViews } from './listing.ts'
import { type TreeNode, treeOf } from './tree.ts'

export interface SubjectIndex extends PageView {
  total: number
  letters: { letter: string; id: string; nodes: TreeNode[] }[]
}
export interface SubjectView extends ListView {
  text: string
  parent: Link | null
  children: (Link & { count: number })[]
}

const subjectLink = (row: Subject): Link => ({ href: subjectAddress(row.id), text: shorten(row.subject_name, 100) })
const byName = (a: Subject, b: Subject) => compareNames(a.subject_name, b.subject_name) || a.id - b.id

export const subjectTree = (archive: Archive): TreeNode[] =>
  treeOf({
    rows: archive.lists.subjects,
    idOf: (row) => row.id,
    parentOf: (row) => row.subject_parent,
    link: subjectLink,
    itemsOf: (row) => archive.itemsOfSubject(row.id).map((item) => item.id),
    inOrder: byName,
  })

/** `/subjects/`: the top-level subjects from A to Z, with their children. */
export function subjectIndex(archive: Archive): SubjectIndex {
  const groups = new Map<string, TreeNode[]>()
  for (const node of subjectTree(archive)) {
    const letter = letterOf(node.text)
    groups.set(letter, [...(groups.get(letter) ?? []), node])
  }
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
export function subjectViews(archive: Archive, subject: Subject, size = LIST_SIZE): SubjectView[] {
  const items = archive.itemsOfSubject(subject.id)
  const parent = subject.subject_parent === null ? undefined : archive.subject(subject.subject_parent)
  const self = subjectLink(subject)
  const about = {
    address: self.href,
    heading: subject.subject_name,
    kicker: 'Subject',
    description: shorten(
      subject.subject_description || `Items of the archive about ${subject.subject_name}: ${items.length}.`,
      200,
    ),
    trail: [{ href: ADDRESS.subjects, text: 'Subjects' }, ...(parent ? [subjectLink(parent)] : []), self],
  }
  const children = archive
    .childSubjects(subject.id)
    .filter((row) => row.id !== subject.id)
    .sort(byName)
    .map((row) => ({ ...subjectLink(row), count: archive.itemsOfSubject(row.id).length }))
  return listViews(archive, about, items, size).map((view) => ({
    ...view,
    text: subject.subject_description,
    parent: parent && parent.id !== subject.id ? subjectLink(parent) : null,
    children,
  }))
}
