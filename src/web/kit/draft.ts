/**
 * What somebody has typed and not sent yet, kept in this tab: a reload or the way back finds it again. Not for passwords,
 * codes or cards. Source: UX 7.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

const PREFIX = 'draft.'

/** Storage that a browser refuses costs the draft, not the form. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Only fields that the form has, and only text: the form may have changed since. */
function readDraft<T extends Record<string, string>>(formId: string, initial: T): Partial<T> {
  try {
    const found = JSON.parse(storage()?.getItem(PREFIX + formId) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(Object.entries(found).filter(([name, value]) => name in initial && typeof value === 'string')) as Partial<T>
  } catch {
    return {}
  }
}

export interface Draft<T extends Record<string, string>> {
  fields: T
  /** Changes some of the fields; a function knows how they are at that moment. */
  change: (to: Partial<T> | ((now: T) => Partial<T>)) => void
  /** What was typed is sent: the form is again as it was before, or as it is saved now. */
  clear: () => void
}

/**
 * The fields of a form that outlive a reload. `place` names the form, `before` holds every field of it as it is before
 * anybody types: nothing, or what is saved. Only what differs is kept, so that a draft never hides a newer truth.
 */
export function useDraft<T extends Record<string, string>>(formId: string, initial: T): Draft<T> {
  const [edits, setTyped] = useState<Partial<T>>(() => readDraft(formId, initial))
  const fields = useMemo(() => ({ ...initial, ...edits }), [initial, edits])
  const base = useRef(initial)
  useEffect(() => {
    base.current = initial
  })
  const change = useCallback<Draft<T>['change']>(
    (to) => setTyped((now) => ({ ...now, ...(typeof to === 'function' ? to({ ...base.current, ...now }) : to) })),
    [],
  )
  useEffect(() => {
    const changed = Object.entries(edits).filter(([name, value]) => value !== base.current[name])
    try {
      if (changed.length > 0) storage()?.setItem(PREFIX + formId, JSON.stringify(Object.fromEntries(changed)))
      else storage()?.removeItem(PREFIX + formId)
    } catch {
      // A full storage: what was typed then lasts as long as the page.
    }
  }, [formId, edits])
  const clear = useCallback(() => setTyped({}), [])
  return { fields, change, clear }
}

/** Takes away what was typed into the forms whose places begin so; all of it when somebody signs out, for the next person at this screen. */
export function clearDrafts(formIdPrefix = ''): void {
  const store = storage()
  for (const key of Object.keys(store ?? {})) if (key.startsWith(PREFIX + formIdPrefix)) store?.removeItem(key)
}

/** Fills a form in before it is opened, as if somebody had typed there. */
export function saveDraft(formId: string, fields: Readonly<Record<string, string>>): void {
  try {
    storage()?.setItem(PREFIX + formId, JSON.stringify(fields))
  } catch {
    // A full storage: the form opens empty.
  }
}
