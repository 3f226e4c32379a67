import { map } from 'nanostores'
import type { Section } from './map-stores.ts'

/** Spec §2: Legend and Address Search are open at first. */
export const OPEN_AT_FIRST: Readonly<Record<Section, boolean>> = {
  legend: true,
  media: false,
  address: true,
  organizations: false,
}

/** The sections of the side bar. Selecting a zone closes the legend and opens Images & Media, deselecting reverses this (spec §4). */
export function createSections(remembered: Partial<Record<Section, boolean>> = {}) {
  const $open = map<Record<Section, boolean>>({ ...OPEN_AT_FIRST, ...remembered })
  const setOpen = (section: Section, open: boolean) => $open.setKey(section, open)
  return {
    $open,
    setOpen,
    turnToZone(selected: boolean) {
      $open.set({ ...$open.get(), legend: !selected, media: selected })
    },
  }
}
export type Sections = ReturnType<typeof createSections>
