/**
 * What fields lack by their own constraints, said beside them in the language of the dashboard. The browser's bubble speaks the language of the
 * computer, covers the next field and goes after some seconds.
 */
import { describeProblem } from './field-problem-text.ts'
import { focusField } from './form-problems.ts'
import css from './save-error.module.css'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
/** Lists of choices are fields of text that open a list. */
const readKind = (field: Field): string => (field.getAttribute('aria-haspopup') === 'listbox' ? 'select-one' : field.type)
/** The sentences on the page, by the field that each stands at. */
const said = new Map<Field, HTMLElement>()
let lastId = 0

const setDescription = (field: Field, change: (ids: Set<string>) => void): void => {
  const ids = new Set((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean))
  change(ids)
  if (ids.size > 0) field.setAttribute('aria-describedby', [...ids].join(' '))
  else field.removeAttribute('aria-describedby')
}

function say(field: Field): void {
  const sentence = said.get(field) ?? document.createElement('p')
  sentence.textContent = describeProblem(field, readKind(field))
  if (said.has(field)) return
  sentence.className = css.beside ?? ''
  sentence.id = `field-problem-${++lastId}`
  field.setAttribute('aria-invalid', 'true')
  field.closest('.mantine-Input-wrapper')?.setAttribute('data-error', 'true')
  setDescription(field, (ids) => ids.add(sentence.id))
  // As the last child, where React, which made the others, does not look for it.
  ;(field.closest('.mantine-InputWrapper-root') ?? field.parentElement)?.append(sentence)
  said.set(field, sentence)
}

function unsay(field: Field, sentence: HTMLElement): void {
  said.delete(field)
  sentence.remove()
  field.removeAttribute('aria-invalid')
  field.closest('.mantine-Input-wrapper')?.removeAttribute('data-error')
  setDescription(field, (ids) => ids.delete(sentence.id))
}

/** What is mended says nothing any more. */
function review(): void {
  for (const [field, sentence] of said) {
    if (!field.isConnected || field.validity.valid) unsay(field, sentence)
    else say(field)
  }
}
// A choice of a list gives its field a value without any event of it, after the press.
for (const event of ['input', 'change', 'click', 'keyup', 'focusout'])
  document.addEventListener(event, () => said.size > 0 && requestAnimationFrame(review), true)

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

/** Says what is wrong at each field of a form, and leads to the first. */
export function showFieldProblems(form: HTMLFormElement | null): void {
  const wrong = [...(form?.elements ?? [])].filter(isField).filter((field) => field.willValidate && !field.validity.valid)
  for (const field of wrong) say(field)
  focusField(wrong[0])
}
