/** Keys that work on every screen of the dashboard. */
import { useEffect, useRef } from 'react'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { isSingleKey, SEQUENCE_MS } from '../parts/single-keys.ts'
import type { ScreenPath } from '../search-params.ts'

const messages = defineDashboardMessages({ control: 'Ctrl' }, { de: { control: 'Strg' } })

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
export const modifierName = isApple ? '⌘' : currentMessages(messages).control

export const screenKeys: Readonly<Record<string, ScreenPath>> = {
  t: '/dashboard',
  c: '/dashboard/calendar',
  b: '/dashboard/bookings',
  m: '/dashboard/members',
}
export interface ShortcutActions {
  search: () => void
  help: () => void
  go: (to: ScreenPath) => void
}

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
      if (!isSingleKey(event)) return
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
