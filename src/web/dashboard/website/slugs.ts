/** Addresses of pages. */
import { isReservedSlug } from '#domains/website/rules/check-website.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const text = currentMessages(
  defineDashboardMessages(
    {
      letters: 'Use lower-case letters, digits and hyphens',
      reserved: 'The site itself uses this address',
      taken: 'Another page has this address',
    },
    {
      de: {
        letters: 'Nur Kleinbuchstaben, Ziffern und Bindestriche',
        reserved: 'Diese Adresse nutzt die Website selbst',
        taken: 'Diese Adresse hat schon eine andere Seite',
      },
    },
  ),
)

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
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return text.letters
  if (isReservedSlug(slug)) return text.reserved
  return others.includes(slug) ? text.taken : undefined
}
