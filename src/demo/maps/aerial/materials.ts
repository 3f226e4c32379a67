/** Materials in aerial pictures: colour in July, and roughness at three scales (0 to 1): fine grain, patches, large variation. */
export interface Material {
  colour: readonly [number, number, number]
  /** Colour in April, before the leaves, if different. */
  spring?: readonly [number, number, number]
  grain: number
  patch: number
  drift: number
}
const m = (
  colour: Material['colour'],
  grain: number,
  patch: number,
  drift: number,
  spring?: Material['colour'],
): Material => (spring === undefined ? { colour, grain, patch, drift } : { colour, grain, patch, drift, spring })

export const MATERIALS = {
  water: m([44, 84, 98], 0, 0, 0),
  sand: m([206, 190, 156], 0.05, 0.06, 0.05),
  shingle: m([158, 150, 136], 0.14, 0.1, 0.05),
  lawn: m([100, 116, 76], 0.08, 0.06, 0.06, [112, 126, 78]),
  meadow: m([122, 124, 84], 0.09, 0.08, 0.07, [130, 134, 92]),
  scrub: m([92, 100, 70], 0.18, 0.14, 0.07, [118, 108, 86]),
  wheat: m([184, 168, 124], 0.05, 0.05, 0.04, [108, 130, 76]),
  corn: m([86, 108, 66], 0.06, 0.05, 0.04, [148, 128, 104]),
  beans: m([108, 124, 76], 0.06, 0.05, 0.04, [142, 122, 98]),
  hay: m([136, 142, 92], 0.06, 0.05, 0.05, [122, 134, 84]),
  soil: m([150, 130, 106], 0.06, 0.07, 0.06, [138, 116, 94]),
  wood: m([62, 82, 48], 0.1, 0.06, 0.14, [108, 102, 82]),
  cedar: m([52, 68, 46], 0.12, 0.05, 0.1, [54, 70, 48]),
  crown: m([72, 94, 52], 0.16, 0.05, 0.12, [122, 110, 92]),
  asphalt: m([126, 124, 122], 0.05, 0.05, 0.05),
  gravel: m([178, 168, 148], 0.07, 0.06, 0.05),
  concrete: m([186, 182, 172], 0.05, 0.05, 0.04),
  dirt: m([166, 144, 116], 0.09, 0.12, 0.06),
  shingles: m([104, 98, 94], 0.06, 0.04, 0.02),
  brown: m([118, 98, 84], 0.06, 0.04, 0.02),
  red: m([138, 92, 80], 0.06, 0.04, 0.02),
  metal: m([168, 174, 178], 0.04, 0.03, 0.02),
  flat: m([150, 146, 140], 0.05, 0.1, 0.02),
  white: m([226, 224, 218], 0.03, 0.03, 0.02),
  tar: m([82, 80, 80], 0.06, 0.1, 0.02),
  slate: m([92, 98, 108], 0.06, 0.04, 0.02),
  paint: m([228, 226, 214], 0.03, 0.02, 0.02),
  car: m([150, 150, 156], 0.02, 0, 0),
  carRed: m([136, 50, 46], 0.02, 0, 0),
  carBlue: m([66, 84, 116], 0.02, 0, 0),
  pool: m([96, 178, 190], 0.05, 0.04, 0),
  clay: m([172, 128, 96], 0.05, 0.05, 0.03),
  wake: m([206, 216, 214], 0.12, 0.2, 0.05),
} as const satisfies Record<string, Material>

export type MaterialName = keyof typeof MATERIALS
export const NAMES = Object.keys(MATERIALS) as MaterialName[]
/** The material's index in a film. */
export const M = Object.fromEntries(NAMES.map((name, i) => [name, i])) as Record<MaterialName, number>
