/** One request as the fake server sees it. */
export interface FakeRequest {
  headers: Record<string, string>
  fields: Record<string, string>
  /** Names of the fields in their order. */
  order: string[]
  file: File
}
export interface FakeAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}
/** What the server does with a request. `broken`: the connection breaks; `silent`: no answer ever. */
export type FakeServer = (request: FakeRequest) => FakeAnswer | 'broken' | 'silent'

/** An XMLHttpRequest that asks a function instead of a network; install it as the global one. */
export function fakeXhr(server: FakeServer) {
  const state = { sending: 0, mostSending: 0, aborted: 0 }
  class FakeXhr {
    status = 0
    statusText = ''
    responseText = ''
    responseType = ''
    withCredentials = false
    upload: { onprogress?: (event: object) => void } = {}
    onload: () => void = () => {}
    onerror: () => void = () => {}
    #headers: Record<string, string> = {}
    #answerHeaders: Record<string, string> = {}
    #over = false

    open() {}
    setRequestHeader(name: string, value: string) {
      this.#headers[name.toLowerCase()] = value
    }
    getResponseHeader = (name: string) => this.#answerHeaders[name] ?? null

    send(form: FormData) {
      state.sending += 1
      state.mostSending = Math.max(state.mostSending, state.sending)
      void this.#exchange(form)
    }
    async #exchange(form: FormData) {
      await pause()
      if (this.#over) return
      this.upload.onprogress?.({ lengthComputable: true, loaded: 50, total: 100 })
      await pause()
      if (this.#over) return
      const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
        string,
        string
      >
      const answer = server({
        headers: this.#headers,
        fields,
        order: [...form.keys()],
        file: form.get('image') as File,
      })
      if (answer === 'silent') return
      this.#end()
      if (answer === 'broken') return this.onerror()
      const isText = typeof answer.body === 'string'
      this.status = answer.status
      this.responseText = isText ? (answer.body as string) : JSON.stringify(answer.body ?? '')
      this.#answerHeaders = { 'content-type': isText ? 'text/html' : 'application/json', ...answer.headers }
      this.onload()
    }
    #end() {
      this.#over = true
      state.sending -= 1
    }
    abort() {
      if (this.#over) return
      this.#end()
      state.aborted += 1
    }
  }
  return { FakeXhr, state }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 3))
