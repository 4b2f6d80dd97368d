/**
 * What somebody has typed and not sent yet, kept in this tab: a reload or the way back finds it again. Not for passwords,
 * codes or cards. Source: UX 7.
 */
import { useCallback, useEffect, useState } from 'react'

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
function kept<T extends Record<string, string>>(place: string, empty: T): T {
  try {
    const found = JSON.parse(storage()?.getItem(PREFIX + place) ?? '{}') as Record<string, unknown>
    const fields = Object.entries(found).filter(([name, value]) => name in empty && typeof value === 'string')
    return { ...empty, ...Object.fromEntries(fields) }
  } catch {
    return empty
  }
}

export interface Draft<T extends Record<string, string>> {
  fields: T
  /** Changes some of the fields; a function knows how they are at that moment. */
  change: (to: Partial<T> | ((now: T) => Partial<T>)) => void
  /** What was typed is sent: the next time the form is empty. */
  forget: () => void
}

/** The fields of a form that outlive a reload. `place` names the form, `empty` holds every field of it. */
export function useDraft<T extends Record<string, string>>(place: string, empty: T): Draft<T> {
  const [fields, setFields] = useState(() => kept(place, empty))
  const change = useCallback<Draft<T>['change']>((to) => setFields((now) => ({ ...now, ...(typeof to === 'function' ? to(now) : to) })), [])
  useEffect(() => {
    try {
      if (Object.values(fields).some(Boolean)) storage()?.setItem(PREFIX + place, JSON.stringify(fields))
      else storage()?.removeItem(PREFIX + place)
    } catch {
      // A full storage: what was typed then lasts as long as the page.
    }
  }, [place, fields])
  const forget = useCallback(() => storage()?.removeItem(PREFIX + place), [place])
  return { fields, change, forget }
}

/** Takes away what was typed into the forms whose places begin so; all of it when somebody signs out, for the next person at this screen. */
export function forgetDrafts(places = ''): void {
  const tab = storage()
  for (const key of Object.keys(tab ?? {})) if (key.startsWith(PREFIX + places)) tab?.removeItem(key)
}
