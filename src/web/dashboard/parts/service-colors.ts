/** The colour of a service in the calendar: chosen by the owner, or its place in the list. Kept in the extended fields of the service. Source: guide services-and-availability §3. */

import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const text = currentMessages(
  defineDashboardMessages(
    {
      green: 'Green',
      brown: 'Brown',
      blue: 'Blue',
      violet: 'Violet',
      red: 'Red',
      teal: 'Teal',
      ochre: 'Ochre',
      moss: 'Moss',
      pink: 'Pink',
      slate: 'Slate',
    },
    {
      de: {
        green: 'Grün',
        brown: 'Braun',
        blue: 'Blau',
        violet: 'Violett',
        red: 'Rot',
        teal: 'Petrol',
        ochre: 'Ocker',
        moss: 'Moosgrün',
        pink: 'Pink',
        slate: 'Schiefergrau',
      },
    },
  ),
)

export const serviceColors = {
  green: { name: text.green, hue: '#2f6b57' },
  brown: { name: text.brown, hue: '#8a5a3c' },
  blue: { name: text.blue, hue: '#2f5d8a' },
  violet: { name: text.violet, hue: '#7a4b8c' },
  red: { name: text.red, hue: '#a3483c' },
  teal: { name: text.teal, hue: '#20706f' },
  ochre: { name: text.ochre, hue: '#7a5c14' },
  moss: { name: text.moss, hue: '#4f6b2a' },
  pink: { name: text.pink, hue: '#9c3f6b' },
  slate: { name: text.slate, hue: '#4a5568' },
} as const
export type ServiceColor = keyof typeof serviceColors
const hues = Object.values(serviceColors).map(({ hue }) => hue)
export const isServiceColor = (value: unknown): value is ServiceColor => typeof value === 'string' && Object.hasOwn(serviceColors, value)

const namespace = '@atrium/calendar'
type Namespaces = Readonly<Record<string, unknown>>
const readNamespaces = (extendedFields: unknown): Namespaces => (extendedFields as { namespaces?: Namespaces } | null | undefined)?.namespaces ?? {}

/** The chosen colour; null where the calendar picks one. */
export function readColor(extendedFields: unknown): ServiceColor | null {
  const color = (readNamespaces(extendedFields)[namespace] as { color?: unknown } | undefined)?.color
  return isServiceColor(color) ? color : null
}
/** The extended fields with this colour; those of others stay. */
export function withColor(extendedFields: unknown, color: ServiceColor | null): { namespaces: Record<string, unknown> } {
  const { [namespace]: _own, ...others } = readNamespaces(extendedFields)
  return { namespaces: color ? { ...others, [namespace]: { color } } : others }
}

export type ColorOfService = ReadonlyMap<string, string>
/** A hue for every service: the chosen one, or by its place, always the same as long as the services stay. */
export const assignColors = (services: readonly { id: string; extendedFields?: unknown }[]): ColorOfService =>
  new Map(
    services.map(({ id, extendedFields }, index) => {
      const chosen = readColor(extendedFields)
      return [id, chosen ? serviceColors[chosen].hue : (hues[index % hues.length] ?? hues[0] ?? '')]
    }),
  )
/** Of a service that is not in the list any more. */
export const fallbackHue = serviceColors.green.hue
