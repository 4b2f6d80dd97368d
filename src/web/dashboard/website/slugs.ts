/** Addresses of pages. */
import { isReservedSlug } from '#domains/website/rules/check-website.ts'

/** `about`, or `about-2` when that is taken or belongs to the site. */
export function nextSlug(wanted: string, taken: readonly string[]): string {
  const isFree = (slug: string) => !taken.includes(slug) && !isReservedSlug(slug)
  if (isFree(wanted)) return wanted
  let number = 2
  while (!isFree(`${wanted}-${number}`)) number++
  return `${wanted}-${number}`
}

/** What may not be the address of a page, and why; undefined when it may. */
export function findSlugProblem(slug: string, others: readonly string[]): string | undefined {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'Use lower-case letters, digits and hyphens'
  if (isReservedSlug(slug)) return 'The site itself uses this address'
  return others.includes(slug) ? 'Another page has this address' : undefined
}
