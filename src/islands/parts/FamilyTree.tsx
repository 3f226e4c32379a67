import { EMPTY } from '#contract/messages.ts'
import type { Family } from '#rules/person-cards.ts'
import { PeopleViewer, PersonCards } from './PersonCards.tsx'

/**
 * Drawn as a tree by styles/family-tree.css; read as lists within lists: parents, in them the person's own generation, in it the children. Walked
 * by arrow keys once it is used (islands/parts/tree-keys.ts), which a line says to whoever has come to it by keyboard.
 */
export function FamilyTree({ self, parents, siblings, spouses, children }: Family) {
  return (
    <section className="part family" aria-labelledby="family">
      <div className="family-head">
        <h2 id="family">Family</h2>
        <p className="tree-hint">Arrow keys go from person to person.</p>
      </div>
      <ul className="tree" data-live="parts">
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
    </section>
  )
}
