/**
 * What the fields of a form say that prevents saving, for the summary above it. It is read from the page, where each field says it
 * beside itself: so every form has the same summary, and no form has to say anything twice.
 */
import { type RefObject, useEffect, useState } from 'react'
import { joinLabel } from '#kit/pure/languages.ts'
import { pageLanguage } from '#web/language.ts'

export interface FormProblem {
  /** The id of what takes the focus. */
  id: string
  text: string
}

/** Fields of the kit name their sentence after themselves; what is wrong with several fields at once stands on its own. */
const fieldErrors = '[id$="-error"]'
const sharedErrors = '[data-problem]'

/** The first words of its label: without the mark of what is required. */
const readLabel = (field: HTMLElement | null): string =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.labels?.[0]?.firstChild?.textContent?.trim() : undefined) ||
  field?.getAttribute('aria-label') ||
  ''

export function listProblems(form: HTMLElement): FormProblem[] {
  return [...form.querySelectorAll<HTMLElement>(`${fieldErrors}, ${sharedErrors}`)].map((said) => {
    const text = said.textContent?.trim() ?? ''
    if (said.matches(sharedErrors)) return { id: said.id, text }
    const id = said.id.slice(0, -'-error'.length)
    const label = readLabel(document.getElementById(id))
    return { id, text: label ? joinLabel(label, text, pageLanguage()) : text }
  })
}

/**
 * The problems of the form around `summary`, from a failed submit on; what is mended leaves the list. `attempt` counts the submits
 * that failed at a field, so that the summary takes the focus once for each.
 */
export function useFormProblems(summary: RefObject<HTMLElement | null>): { problems: readonly FormProblem[]; attempt: number } {
  const [state, setState] = useState<{ problems: readonly FormProblem[]; attempt: number }>({ problems: [], attempt: 0 })
  useEffect(() => {
    const form = summary.current?.closest('form')
    if (!form) return
    // From a submit until something is typed: what is said then, by the form or by the server, is why it failed.
    let isSubmitted = false
    let isListed = false
    const look = () => {
      if (!isSubmitted && !isListed) return
      const problems = listProblems(form)
      const isNew = isSubmitted && (problems.length > 0 || summary.current?.dataset.others !== undefined)
      if (isNew) isSubmitted = false
      isListed = problems.length > 0
      setState((old) =>
        !isNew && JSON.stringify(old.problems) === JSON.stringify(problems) ? old : { problems, attempt: isNew ? old.attempt + 1 : old.attempt },
      )
    }
    const submit = () => {
      isSubmitted = true
      requestAnimationFrame(look)
    }
    const type = () => {
      isSubmitted = false
    }
    const observer = new MutationObserver(look)
    observer.observe(form, { childList: true, subtree: true, characterData: true })
    form.addEventListener('submit', submit)
    form.addEventListener('input', type)
    return () => {
      observer.disconnect()
      form.removeEventListener('submit', submit)
      form.removeEventListener('input', type)
    }
  }, [summary])
  return state
}

/** In the middle of what is seen, away from bars that lie over the edges. */
export function focusField(field: HTMLElement | null | undefined): void {
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
