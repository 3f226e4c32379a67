/** Saves the file of a link on another origin, where browsers ignore `download` and would leave the page. If it can't be read, the link is followed. */
export async function saveFile(link: HTMLAnchorElement): Promise<void> {
  try {
    const response = await fetch(link.href)
    if (!response.ok) throw new Error(String(response.status))
    const copy = document.createElement('a')
    copy.href = URL.createObjectURL(await response.blob())
    copy.download = link.download
    copy.click()
    // Browsers read it after the click.
    setTimeout(() => URL.revokeObjectURL(copy.href), 60_000)
  } catch {
    location.assign(link.href)
  }
}
