/** Names in addresses. Source: guide services-and-availability §5.3. */

/**
 * The default slug of a name: lower case, accents dropped, every run of other characters one hyphen; letters of other scripts stay.
 * An empty result becomes `untitled`.
 */
export function toSlug(name: string, fallback = 'untitled'): string {
  const slug = name
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 500)
  return slug || fallback
}

/** The nth try for a slug that is taken: `yoga`, `yoga-1`, `yoga-2` … never longer than 500. */
export function toSlugCandidate(slug: string, n: number): string {
  if (n === 0) return slug
  const suffix = `-${n}`
  return slug.slice(0, 500 - suffix.length) + suffix
}

/** Whether a custom slug is valid: letters, digits and hyphens. */
export const isCustomSlug = (slug: string): boolean => /^[A-Za-z0-9-]{1,500}$/.test(slug)
