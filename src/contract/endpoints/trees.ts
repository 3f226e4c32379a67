import { treeAddress, treeRows } from '../tree.ts'
import { staffRead, type Endpoint } from './declare.ts'

/** Calls of the pages where staff arrange subjects and collections (our additions). */
export const treeCalls = {
  tree: staffRead('/api/trees/:kind/', treeRows, { params: treeAddress }),
} satisfies Record<string, Endpoint>
