/** The zone in which times are shown: that of the business, until a visitor elsewhere chooses their own. One choice for all pages of a visit. */
import { useSyncExternalStore } from 'react'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { useVisitorZone } from '../kit/visitor-zone.ts'
import { zoneName } from '../kit/zones.ts'
import { useSite } from '../site-context.tsx'

const messages = defineMessages(
  { zone: (zone: string) => `Times are in ${zone}.`, show: (zone: string) => `Show ${zone}` },
  {
    de: { zone: (zone) => `Zeiten in ${zone}.`, show: (zone) => `In ${zone} anzeigen` },
    fr: { zone: (zone) => `Fuseau horaire : ${zone}.`, show: (zone) => `Afficher : ${zone}` },
    es: { zone: (zone) => `Zona horaria: ${zone}.`, show: (zone) => `Mostrar: ${zone}` },
  },
)

const storageKey = 'shown-zone'
const listeners = new Set<() => void>()
type Choice = 'own' | 'business' | undefined
function readChoice(): Choice {
  try {
    const stored = sessionStorage.getItem(storageKey)
    return stored === 'own' || stored === 'business' ? stored : undefined
  } catch {
    return undefined
  }
}
let choice = typeof sessionStorage === 'undefined' ? undefined : readChoice()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function choose(chosen: 'own' | 'business'): void {
  choice = chosen
  try {
    sessionStorage.setItem(storageKey, chosen)
  } catch {
    // Without storage the choice lasts until the page is left.
  }
  for (const listener of listeners) listener()
}

/** The zone that lists of times use, and how to change it, if the business lets clients. What takes place `online` is in the visitor's own until they choose. */
export function useShownZone(online = false): { zone: string; changeZone: (zone: string) => void } {
  const { timeZone, timeZoneDisplay } = useSite()
  const chosen = useSyncExternalStore(
    subscribe,
    () => choice,
    () => undefined,
  )
  const ownZone = useVisitorZone()
  const isOwnAtFirst = online || timeZoneDisplay?.basedOn === 'CUSTOMER_TIME_ZONE'
  const own = chosen === undefined || timeZoneDisplay?.canChange === false ? isOwnAtFirst : chosen === 'own'
  return { zone: own ? ownZone : timeZone, changeZone: (to) => choose(to === timeZone ? 'business' : 'own') }
}

/** Says which zone the times are in; visitors elsewhere can switch to their own and back. */
export function ZoneSwitch({ zone, changeZone }: ReturnType<typeof useShownZone>) {
  const site = useSite()
  const t = useMessages(messages)
  const ownZone = useVisitorZone()
  const other = zone === ownZone ? site.timeZone : ownZone
  return (
    <span className="row row-tight zone-switch">
      {t.zone(zoneName(zone))}
      {site.timeZoneDisplay?.canChange === false ? null : (
        <button type="button" className={`plain link ${ownZone === site.timeZone ? 'room-other-zone' : ''}`} onClick={() => changeZone(other)}>
          {t.show(zoneName(other))}
        </button>
      )}
    </span>
  )
}
