/** Which fields of a form are asked, from what was answered so far. Source: guide services-and-availability §12.3. */
import type { FormField } from './form.ts'

/** The values that an answer stands for in conditions. */
function toValues(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.map(String)
  return answer === undefined || answer === null || answer === '' || answer === false ? [] : [String(answer)]
}

/** The fields that are asked, in order. A field under a condition is hidden with the field that it depends on. */
export function listShownFields<Field extends Pick<FormField, 'target' | 'showWhen'>>(
  fields: readonly Field[],
  answers: Readonly<Record<string, unknown>>,
): Field[] {
  const shown = new Set<string>()
  return fields.filter(({ target, showWhen }) => {
    const isShown = !showWhen || (shown.has(showWhen.target) && toValues(answers[showWhen.target]).some((value) => showWhen.values.includes(value)))
    if (isShown) shown.add(target)
    return isShown
  })
}
