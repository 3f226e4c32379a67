import styles from './box.css?inline'
import { openSearch } from './api-engine.ts'
import { drawSuggestions } from './box-view.ts'
import { type Combobox, closed, pressKey, shown } from './combobox.ts'
import { element } from './elements.ts'
import { type Suggestions, announce, createSuggestions, MOST_OF_A_KIND } from './suggestions.ts'

/** Turns the header's search form into a combo box. Enter without a chosen option still submits the form. */
function enhance(form: HTMLFormElement): void {
  const input = form.elements.namedItem('q') as HTMLInputElement
  const list = element('div', { role: 'listbox', id: 'search-list', 'aria-label': 'Suggestions' })
  const note = element('p', { class: 'search-note' })
  const panel = element('div', { class: 'search-panel' }, list, note)
  const status = element('div', { role: 'status', class: 'visually-hidden' })
  panel.hidden = true
  form.append(panel, status)
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-expanded': 'false',
    'aria-controls': list.id,
    'aria-autocomplete': 'list',
    autocomplete: 'off',
  }))
    input.setAttribute(name, value)

  let combobox: Combobox = closed(shown(0))
  let options: HTMLElement[] = []
  const draw = (next: Combobox) => {
    combobox = next
    input.setAttribute('aria-expanded', String(next.open))
    panel.hidden = !next.open && (note.textContent === '' || document.activeElement !== input)
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === next.active)))
    const active = options[next.active]
    if (!active) return input.removeAttribute('aria-activedescendant')
    input.setAttribute('aria-activedescendant', active.id)
    active.scrollIntoView({ block: 'nearest' })
  }

  const suggestions = createSuggestions({ engine: openSearch(form.dataset.api, MOST_OF_A_KIND), onChange: show })
  function show(state: Suggestions): void {
    const drawn = drawSuggestions(state)
    list.replaceChildren(...drawn.list)
    list.hidden = drawn.list.length === 0
    note.textContent = drawn.note
    options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
    options.forEach((option, at) => (option.id = `search-option-${at}`))
    form.toggleAttribute('data-waiting', state.phase === 'waiting')
    status.textContent = announce(state)
    const next = shown(options.length)
    draw(document.activeElement === input ? next : closed(next))
  }

  input.addEventListener('input', () => suggestions.type(input.value))
  input.addEventListener('focus', () => {
    if (combobox.count > 0 || note.textContent !== '') draw(shown(combobox.count))
    else suggestions.type(input.value)
  })
  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const chosen = options[combobox.active]
    const answer = pressKey(event.key, combobox)
    if (!answer) return
    event.preventDefault()
    if (event.key === 'Escape') note.textContent = ''
    draw(answer.state)
    if (answer.act === 'follow') chosen?.click()
    if (answer.act === 'ask') suggestions.type(input.value)
  })
  // A click on the list must not take the focus from the text field.
  panel.addEventListener('mousedown', (event) => void event.preventDefault())
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) {
      draw(closed(combobox))
      panel.hidden = true
    }
  })
  if (document.activeElement === input) suggestions.type(input.value)
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets.push(sheet)
const form = document.forms.namedItem('search')
if (form && !form.dataset.enhanced) {
  form.dataset.enhanced = 'true'
  enhance(form)
}
