/** Pages of a copy read by other pages of it: a file can't be fetched, but a frame can tell its markup. */

const READ = '#read='
/** Milliseconds that a page may take to open. */
const LONGEST = 10_000

/** In a page that is read: tells its markup, with addresses that hold anywhere. */
export function answerReaders(): void {
  if (!location.hash.startsWith(READ) || parent === window) return
  addEventListener('DOMContentLoaded', () => {
    const absolute = (address: string) => new URL(address, document.baseURI).href
    for (const name of ['href', 'src', 'srcset'])
      for (const element of document.querySelectorAll(`[${name}]`)) {
        const values = element.attributes.getNamedItem(name)!.value
        if (values.startsWith('#')) continue
        const list = values.split(', ').map((each) => each.split(' '))
        const known = list.map(([address = '', ...size]) => [absolute(address), ...size].join(' '))
        element.setAttribute(name, known.join(', '))
      }
    parent.postMessage({ page: location.hash.slice(READ.length), html: document.documentElement.outerHTML }, '*')
  })
}

let last = 0
/** The markup of a page; undefined where it does not open. */
export const readPage = (file: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const name = String((last += 1))
    const frame = document.createElement('iframe')
    const loaded = new Promise<void>((resolve) => {
      frame.onload = () => resolve()
    })
    const settle = (html?: string) => {
      removeEventListener('message', listen)
      // Not before it has loaded: a browser reports what is broken off.
      void loaded.then(() => frame.remove())
      resolve(html)
    }
    const listen = ({ source, data }: MessageEvent<{ page?: string; html?: string }>) => {
      if (source === frame.contentWindow && data.page === name) settle(data.html)
    }
    addEventListener('message', listen)
    setTimeout(settle, LONGEST)
    frame.hidden = true
    frame.src = `${file}${READ}${name}`
    document.body.append(frame)
  })
