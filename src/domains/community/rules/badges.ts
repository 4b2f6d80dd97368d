/** Names and order of badges. Source: guide members §16.3. */

/** Per site. */
export const MAX_BADGES = 100

/** The role that a badge grants, if any. */
export const getBadgeRole = ({ permissionsEnabled, roleKey }: { permissionsEnabled: boolean; roleKey: string | null }): string | undefined =>
  permissionsEnabled ? (roleKey ?? undefined) : undefined

/** Letters and digits of the title; a number is appended when it is taken. */
export function generateSlug(title: string, taken: ReadonlySet<string>): string {
  const plain =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'badge'
  for (let n = 1; ; n++) {
    const slug = n === 1 ? plain : `${plain}-${n}`
    if (!taken.has(slug)) return slug
  }
}

/** The named ids first, then the others in their order; undefined when a named one does not exist. */
export function moveToFront(ids: readonly string[], wanted: readonly string[]): string[] | undefined {
  const named = wanted.map((id) => id.toLowerCase())
  return named.every((id) => ids.includes(id)) ? [...new Set([...named, ...ids])] : undefined
}

/** Moves one id; the others keep their order. */
export function moveItem(ids: readonly string[], id: string, to: 'FIRST' | 'LAST' | { after: string }): string[] {
  const others = ids.filter((one) => one !== id)
  const at = to === 'FIRST' ? 0 : to === 'LAST' ? others.length : others.indexOf(to.after) + 1
  return others.toSpliced(at, 0, id)
}
