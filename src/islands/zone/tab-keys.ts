/** Where a key leads among `count` tabs, from the one at `at`: round at either end. Undefined: the key is not for the tabs. */
export function tabAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
  }
  return undefined
}
