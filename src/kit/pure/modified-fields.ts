/** What changed about an entity, for its events. Source: contract wire. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Change with every write, and say nothing. */
const technical = new Set(['revision', 'updatedDate'])

/** Dotted paths of the fields that differ, with their previous values; null where there was none. Lists count as one value. */
export function findModifiedFields(before: object, after: object, prefix = ''): Record<string, unknown> {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => prefix !== '' || !technical.has(name))
  return Object.assign(
    {},
    ...names.map((name) => {
      const [was, is] = [old[name], now[name]]
      if (isRecord(was) && isRecord(is)) return findModifiedFields(was, is, `${prefix}${name}.`)
      return JSON.stringify(was) === JSON.stringify(is) ? {} : { [prefix + name]: was ?? null }
    }),
  ) as Record<string, unknown>
}
