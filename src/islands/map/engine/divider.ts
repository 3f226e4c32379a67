/** Half the width of the divider's handle, in CSS pixels: it never leaves the map. `--handle` in styles/map-compare.css. */
const HANDLE = 22

/** Pixels from the left edge of the map to the divider. */
export const dividerAt = (share: number, width: number): number => HANDLE + share * (width - 2 * HANDLE)
