import down from 'lucide-static/icons/download.svg?raw'
import { Drawing, paths } from '#components/Icon.tsx'
import type { Download } from '#views/item-tools.ts'

/** A file to download. Across origins browsers ignore `download`: there a script saves it (behaviours/save-file.ts). */
export const DownloadLink = ({ file: { href, name, text } }: { file: Download }) => (
  <a className="button" href={href} download={name} data-live={/^https?:/.test(href) ? 'tools' : undefined}>
    <Drawing lines={paths(down)} />
    {text}
  </a>
)
