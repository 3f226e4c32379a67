import { useEffect, useState } from 'react'

/**
 * A part of the page that is fetched when it is wanted for the first time; undefined before. `instead` is done where it cannot be fetched. Both functions must
 * stay the same.
 */
export function useLater<Part>(wanted: boolean, fetchPart: () => Promise<Part>, instead: () => void): Part | undefined {
  const [part, setPart] = useState<Part>()
  const missing = wanted && !part
  useEffect(() => {
    if (!missing) return
    let here = true
    fetchPart().then(
      (fetched) => here && setPart(() => fetched),
      () => here && instead(),
    )
    return () => {
      here = false
    }
  }, [missing, fetchPart, instead])
  return part
}
