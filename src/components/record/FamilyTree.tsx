import '#styles/family-tree.css'
import '#styles/family-tree-drawn.css'
import { EMPTY } from '#contract/messages.ts'
import type { FamilyView } from '#views/family.ts'
import { HeadingAt, type Level } from '#components/HeadingAt.tsx'
import { PeopleViewer, PersonCards } from './PersonCards.tsx'

/**
 * Nested lists: parents, in them the person's own generation, in it the children. styles/family-tree.css draws them as a tree, and
 * islands/behaviours/family-tree.ts adds arrow keys, announced by a hint on keyboard focus.
 */
export function FamilyTree({ self, parents, siblings, spouses, children, level = 2 }: FamilyView & { level?: Level }) {
  const Below = `h${level + 1}` as 'h3'
  return (
    <section className="part family" aria-labelledby="family">
      <div className="family-head">
        <HeadingAt level={level} id="family">
          Family
        </HeadingAt>
        <p className="tree-hint meta">Move with the arrow keys.</p>
      </div>
      <family-tree>
        <ul className="tree">
          <li className="parents">
            <Below>Parents</Below>
            <PersonCards people={parents} empty={EMPTY.parents} />
            <ul className="generation middle">
              <li className="siblings">
                <Below>Siblings</Below>
                <PeopleViewer of="siblings" people={siblings} empty={EMPTY.siblings} />
              </li>
              <li className="own">
                <PersonCards people={[self]} self />
                <div className="spouses">
                  <Below>{spouses.length > 1 ? 'Spouses' : 'Spouse'}</Below>
                  <PeopleViewer of="spouses" people={spouses} empty={EMPTY.spouse} />
                </div>
                <ul className="generation">
                  <li className="children">
                    <Below>Children</Below>
                    <PersonCards people={children} empty={EMPTY.children} />
                  </li>
                </ul>
              </li>
            </ul>
          </li>
        </ul>
      </family-tree>
    </section>
  )
}
