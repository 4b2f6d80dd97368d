/** The colour of a service in the calendar: chosen by the owner, or its place in the list. Kept in the extended fields of the service. Source: guide services-and-availability §3. */

export const serviceColors = {
  green: { name: 'Green', hue: '#2f6b57' },
  brown: { name: 'Brown', hue: '#8a5a3c' },
  blue: { name: 'Blue', hue: '#2f5d8a' },
  violet: { name: 'Violet', hue: '#7a4b8c' },
  red: { name: 'Red', hue: '#a3483c' },
  teal: { name: 'Teal', hue: '#20706f' },
  ochre: { name: 'Ochre', hue: '#7a5c14' },
  moss: { name: 'Moss', hue: '#4f6b2a' },
  pink: { name: 'Pink', hue: '#9c3f6b' },
  slate: { name: 'Slate', hue: '#4a5568' },
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
