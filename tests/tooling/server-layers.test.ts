import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_LAYERS } from '../../eslint.config.js'

const server = path.resolve(import.meta.dirname, '../../src/server')

/** Which folder of the server imports which, types included; `.` is what lies in no folder (config.ts is everybody's). */
function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || !file.includes(path.sep)) continue
    const [folder] = file.split(path.sep) as [string]
    const targets = graph.get(folder) ?? new Set()
    graph.set(folder, targets)
    for (const [, spec] of readFileSync(path.join(server, file), 'utf8').matchAll(/from '(\.[^']+)'/g)) {
      const [target, ...rest] = path.relative(server, path.resolve(server, path.dirname(file), spec!)).split(path.sep)
      if (rest.length > 0 && target !== folder) targets.add(target!)
    }
  }
  return graph
}

test('no two folders of the server import each other, not even types, and there is no longer way round', () => {
  const graph = folderGraph()
  const walk = (folder: string, seen: string[]): void => {
    expect(seen.slice(0, -1), `a circle: ${seen.join(' -> ')}`).not.toContain(folder)
    for (const next of graph.get(folder) ?? []) walk(next, [...seen, next])
  }
  for (const folder of graph.keys()) walk(folder, [folder])
})

test('every folder of the server has a layer', () => {
  expect([...folderGraph().keys()].sort()).toEqual(SERVER_LAYERS.flat().sort())
})
