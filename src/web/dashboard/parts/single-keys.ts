/** Keys without Ctrl or ⌘ that are shortcuts: when they count, and whether they are turned off. */
import { useEffect, useRef, useSyncExternalStore } from 'react'

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

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
const isDialogOpen = () => document.querySelector('dialog[open], [role="dialog"]') !== null
/** Not while the user types, a dialog is open, another key is held, or such keys are turned off. */
export const isSingleKey = (event: KeyboardEvent): boolean =>
  !event.metaKey && !event.ctrlKey && !event.altKey && !isTyping(event.target) && !isDialogOpen() && areSingleKeysOn()

/** After G, which begins the way to a screen, the next letter belongs to it for so many milliseconds. */
export const SEQUENCE_MS = 1500

/** Keys of one screen, by letter in lower case. */
export function useScreenKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let goneAt = -Infinity
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase()
      const isSecond = event.timeStamp - goneAt < SEQUENCE_MS
      goneAt = key === 'g' ? event.timeStamp : -Infinity
      if (isSecond || !isSingleKey(event) || !Object.hasOwn(latest.current, key)) return
      event.preventDefault()
      latest.current[key]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
