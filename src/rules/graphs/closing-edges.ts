export interface Edge {
  from: number
  to: number
}

/** The edges to remove for an acyclic graph, each with its cycle. Depth-first without recursion, for thousands of generations. */
export function closingEdges<E extends Edge>(edges: readonly E[]): { edge: E; cycle: number[] }[] {
  const out = new Map<number, E[]>()
  for (const edge of edges) {
    const list = out.get(edge.from)
    if (list) list.push(edge)
    else out.set(edge.from, [edge])
  }
  const closing: { edge: E; cycle: number[] }[] = []
  const done = new Set<number>()
  for (const start of out.keys()) {
    if (done.has(start)) continue
    const path = [{ node: start, next: 0 }]
    const onPath = new Set([start])
    while (path.length > 0) {
      const top = path.at(-1)!
      const edge = out.get(top.node)?.[top.next++]
      if (!edge) {
        done.add(top.node)
        onPath.delete(top.node)
        path.pop()
      } else if (onPath.has(edge.to)) {
        const nodes = path.map((each) => each.node)
        closing.push({ edge, cycle: [...nodes.slice(nodes.indexOf(edge.to)), edge.to] })
      } else if (!done.has(edge.to)) {
        path.push({ node: edge.to, next: 0 })
        onPath.add(edge.to)
      }
    }
  }
  return closing
}
