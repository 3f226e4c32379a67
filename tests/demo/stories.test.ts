import { expect, test } from 'vitest'
import { DEMO_MAP_LAYERS } from '#demo/maps/layers.ts'
import { townStories } from '#demo/stories.ts'
import { foundTown } from '#demo/town.ts'
import { storyBlocks } from '#rules/stories/story-blocks.ts'

test('three stories, and every line shows a published record of the town', () => {
  const town = foundTown()
  const stories = townStories(town)
  expect(stories.map(({ id }) => id)).toEqual([1, 2, 3])
  for (const { title, text } of stories) {
    const { blocks, problems } = storyBlocks(text)
    expect(problems, title).toEqual([])
    const shown = (kind: string) => blocks.filter((block) => block.kind === kind)
    expect(shown('item').length, title).toBeGreaterThan(3)
    for (const kind of ['place', 'person', 'map']) expect(shown(kind).length, `${title}: ${kind}`).toBeGreaterThan(0)
    for (const block of blocks)
      if (block.kind === 'map') expect(DEMO_MAP_LAYERS.overlays.map(({ id }) => id)).toContain(block.layer)
      else if (block.kind === 'person') expect(town.people.map(({ id }) => id)).toContain(block.id)
      else if (block.kind === 'place') expect(town.zones.map(({ pk }) => pk)).toContain(block.id)
      else if (block.kind === 'item') expect(town.items.find(({ id }) => id === block.id)?.visibility).toBe('published')
  }
})
