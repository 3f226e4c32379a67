import { map } from 'nanostores'
import type { Section } from './map-stores.ts'

/** Spec §2: Legend and Address Search are open at first. */
export const INITIALLY_OPEN: Readonly<Record<Section, boolean>> = {
  legend: true,
  media: false,
  address: true,
  organizations: false,
}

/** The sections of the side bar. Selecting a zone closes Legend and opens Images & Media; deselecting reverses that (spec §4). */
export function createSections() {
  const $open = map<Record<Section, boolean>>({ ...INITIALLY_OPEN })
  const setOpen = (section: Section, open: boolean) => $open.setKey(section, open)
  return {
    $open,
    setOpen,
    restore: (stored: Partial<Record<Section, boolean>>) => $open.set({ ...$open.get(), ...stored }),
    followSelection(selected: boolean) {
      $open.set({ ...$open.get(), legend: !selected, media: selected })
    },
  }
}
export type Sections = ReturnType<typeof createSections>
