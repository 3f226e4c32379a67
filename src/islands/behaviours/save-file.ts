/** Saves the file of a link on another origin, where browsers ignore `download` and would leave the page. If it can't be read, the link is followed. */
export async function saveFile(link: HTMLAnchorElement): Promise<void> {
  try {
    const response = await fetch(link.href)
    if (!response.ok) throw new Error(String(response.status))
    saveBlob(await response.blob(), link.download)
  } catch {
    location.assign(link.href)
  }
}

/** Saves what was loaded by a script. */
export function saveBlob(blob: Blob, name: string): void {
  const copy = document.createElement('a')
  copy.href = URL.createObjectURL(blob)
  copy.download = name
  copy.click()
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(copy.href), 60_000)
}
