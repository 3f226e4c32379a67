import type { ReactElement, ReactNode } from 'react'

/** Renders a component without hooks to DOM nodes, without React: static pages reuse a component for new rows, and React would cost 60 kB. */
export function draw(node: ReactNode): Node {
  if (node === null || node === undefined || typeof node === 'boolean') return document.createDocumentFragment()
  if (typeof node === 'string' || typeof node === 'number') return document.createTextNode(String(node))
  if (Array.isArray(node)) return drawAll(node as ReactNode[])
  const { type, props } = node as ReactElement<Record<string, ReactNode>>
  if (typeof type === 'function') return draw((type as (props: object) => ReactNode)(props))
  const { children, ...attributes } = props
  const element = document.createElement(type)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && value !== null && value !== false)
      element.setAttribute(name === 'className' ? 'class' : name, String(value))
  element.append(draw(children))
  return element
}

function drawAll(nodes: readonly ReactNode[]): Node {
  const all = document.createDocumentFragment()
  all.append(...nodes.map(draw))
  return all
}
