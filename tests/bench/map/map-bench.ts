import type { Figure } from '../figures.ts'
import { benchMapPage } from './page-bench.ts'
import { benchZones } from './zones-bench.ts'

/** The map, part by part. */
const PARTS = [benchZones, benchMapPage]

export async function benchMap(say: (line: string) => void): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const part of PARTS) figures.push(...(await part(say)))
  return figures
}
