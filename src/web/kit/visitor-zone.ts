/** The zone of the visitor, for what a screen shows. */
import { useSyncExternalStore } from 'react'
import { useSite } from '../site-context.tsx'
import { visitorZone } from './days.ts'

/** It never changes while a page is open. */
const subscribe = () => () => undefined
/**
 * The zone of this browser; on the server, which does not know it, and until the browser has taken its page over, that of the site. Where it is
 * that of the site, words in another clock may still come: their room is drawn (`web/other-clock.ts`).
 */
export function useVisitorZone(): string {
  const { timeZone } = useSite()
  return useSyncExternalStore(subscribe, visitorZone, () => timeZone)
}
