/** Defaults of settings that only the settings page changes; society.ts has those of the others. Apart from it, because pages of visitors load that. */
export const look = {
  /** One of PALETTES (contract/settings.ts). */
  palette: 'lake' as string,
  /** In percent: of the picture's width at most, and opacity. */
  watermarkSize: 12,
  watermarkOpacity: 60,
  logo: null as { width: number; height: number; version: string } | null,
}
