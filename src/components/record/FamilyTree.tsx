import { EMPTY } from '#contract/messages.ts'
import type { FamilyView } from '#views/family.ts'
import { PeopleViewer, PersonCards } from './PersonCards.tsx'

/**
 * Nested lists: parents, in them the person's own generation, in it the children. styles/family-tree.css draws them as a tree, and
 * islands/behaviours/family-tree.ts adds arrow keys, announced by a hint on keyboard focus.
 */
export function FamilyTree({ self, parents, siblings, spouses, children }: FamilyView) {
  return (
    <section className="part family" aria-labelledby="family">
      <div className="family-head">
        <h2 id="family">Family</h2>
        <p className="tree-hint meta">Move with the arrow keys.</p>
      </div>
      <family-tree>
        <ul className="tree">
          <li className="parents">
            <h3>Parents</h3>
            <PersonCards people={parents} empty={EMPTY.parents} />
            <ul className="generation middle">
              <li className="siblings">
                <h3>Siblings</h3>
                <PeopleViewer of="siblings" people={siblings} empty={EMPTY.siblings} />
              </li>
              <li className="own">
                <PersonCards people={[self]} self />
                <div className="spouses">
                  <h3>{spouses.length > 1 ? 'Spouses' : 'Spouse'}</h3>
                  <PeopleViewer of="spouses" people={spouses} empty={EMPTY.spouse} />
                </div>
                <ul className="generation">
                  <li className="children">
                    <h3>Children</h3>
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
