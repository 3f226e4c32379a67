/** Bundle: the custom elements of a record. */
import './family-tree.ts'
import './record-tabs.ts'
import './year-cursor.ts'
