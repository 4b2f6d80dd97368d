/** Form input that is not sent yet, kept for this tab across reloads and navigation. Not for passwords, codes or cards. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

const PREFIX = 'draft.'

/** Undefined where the browser denies access to it: the form then works without a draft. */
function storage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/** Only fields that the form has, and only strings: the form may have changed since. */
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
  /** Changes some of the fields; a function gets their current values. */
  change: (to: Partial<T> | ((now: T) => Partial<T>)) => void
  /** Resets the form to `initial`, after it was sent. */
  clear: () => void
}

/**
 * The fields of a form, kept across reloads under `formId`. `initial` holds every field, empty or as saved. Only fields that
 * differ from it are kept, so that a draft never hides newer saved values.
 */
export function useDraft<T extends Record<string, string>>(formId: string, initial: T): Draft<T> {
  const [edits, setEdits] = useState<Partial<T>>(() => readDraft(formId, initial))
  const fields = useMemo(() => ({ ...initial, ...edits }), [initial, edits])
  const base = useRef(initial)
  useEffect(() => {
    base.current = initial
  })
  const change = useCallback<Draft<T>['change']>(
    (to) => setEdits((now) => ({ ...now, ...(typeof to === 'function' ? to({ ...base.current, ...now }) : to) })),
    [],
  )
  useEffect(() => {
    const changed = Object.entries(edits).filter(([name, value]) => value !== base.current[name])
    try {
      if (changed.length > 0) storage()?.setItem(PREFIX + formId, JSON.stringify(Object.fromEntries(changed)))
      else storage()?.removeItem(PREFIX + formId)
    } catch {
      // The storage is full: the draft lasts as long as the page.
    }
  }, [formId, edits])
  const clear = useCallback(() => setEdits({}), [])
  return { fields, change, clear }
}

/** Removes the drafts whose form id has this prefix; all of them at sign-out. */
export function clearDrafts(formIdPrefix = ''): void {
  const store = storage()
  for (const key of Object.keys(store ?? {})) if (key.startsWith(PREFIX + formIdPrefix)) store?.removeItem(key)
}

/** Prefills a form before it is opened. */
export function saveDraft(formId: string, fields: Readonly<Record<string, string>>): void {
  try {
    storage()?.setItem(PREFIX + formId, JSON.stringify(fields))
  } catch {
    // The storage is full: the form opens empty.
  }
}
