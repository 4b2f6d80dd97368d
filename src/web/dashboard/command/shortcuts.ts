/** Keys that work on every screen of the dashboard. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ScreenPath } from '../search-params.ts'

const SETTING = 'dashboard-single-keys'
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const areSingleKeysOn = () => localStorage.getItem(SETTING) !== 'off'

/** Whether keys without Ctrl or ⌘ are shortcuts; can be turned off, as WCAG 2.1.4 asks. Kept in this browser. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn)
export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(SETTING, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const modifierName = isApple ? '⌘' : 'Ctrl'

export const screenKeys: Readonly<Record<string, ScreenPath>> = {
  t: '/dashboard',
  c: '/dashboard/calendar',
  b: '/dashboard/bookings',
  m: '/dashboard/members',
}
/** After G, the letter of a screen counts for so many milliseconds. */
const SEQUENCE_MS = 1500

export interface ShortcutActions {
  search: () => void
  help: () => void
  go: (to: ScreenPath) => void
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
const isDialogOpen = () => document.querySelector('dialog[open], [role="dialog"]') !== null

/** Calls the action of the key that was pressed. While the user types or a dialog is open, only Ctrl or ⌘ with K is a shortcut. */
export function useShortcuts(actions: ShortcutActions, enabled: boolean): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    if (!enabled) return undefined
    let goneAt = -Infinity
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === 'k') {
        event.preventDefault()
        latest.current.search()
        return
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isDialogOpen() || !areSingleKeysOn()) return
      const screen = event.timeStamp - goneAt < SEQUENCE_MS ? screenKeys[key] : undefined
      goneAt = key === 'g' ? event.timeStamp : -Infinity
      const run = screen ? () => latest.current.go(screen) : key === '?' ? latest.current.help : key === '/' ? latest.current.search : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [enabled])
}
