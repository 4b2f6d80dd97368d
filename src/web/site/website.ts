/** The website of the owner as the pages read it: published, or the draft in the editor's frame. */
import { useApiQuery } from '../api.ts'
import { defaultWebsite, linesIn, textIn, type RichTexts, type Texts, type TextLine, type SiteLink, type WebsitePage } from '#domains/website/rules/website.ts'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { pageLanguage } from '../language.ts'
import { useSite, type Block, type PublicPage, type PublicWebsite } from '../site-context.tsx'
import { usePreview } from '../site-preview.ts'

export const useWebsite = (): PublicWebsite => useSite().website ?? { ...defaultWebsite, pages: [] }

/** Texts in the language of the page. */
export function useTexts() {
  const language = pageLanguage()
  const { language: siteLanguage } = useSite()
  return {
    say: (texts: Texts | undefined, otherwise = ''): string => textIn(texts, language, siteLanguage) || otherwise,
    lines: (texts: RichTexts): readonly TextLine[] => linesIn(texts, language, siteLanguage),
  }
}

interface OwnPage {
  page: Pick<PublicPage, 'slug' | 'title' | 'blocks'> | undefined
  isPending: boolean
  error: unknown
  retry: () => void
}
/** A page of the owner; '' is the home page. */
export function useOwnPage(slug: string): OwnPage {
  const { website, page: embedded } = useSite()
  const draft = usePreview()
  const exists = slug === '' || website?.pages.some((page) => page.slug === slug) === true
  // The site of a business that changed nothing is known without asking.
  const isDefault = slug === '' && !website
  const known = isDefault ? { slug, title: {}, blocks: defaultWebsite.home as Block[] } : embedded?.slug === slug ? embedded : undefined
  const found = useApiQuery(
    'website.getPage',
    { query: slug === '' ? {} : { slug } },
    { enabled: exists && !draft && !isDefault, ...(known ? { initialData: { page: known } } : {}), staleTime: 60_000 },
  )
  if (draft) return { page: findDraftPage(draft, slug), isPending: false, error: undefined, retry: () => undefined }
  return { page: found.data?.page ?? known, isPending: exists && found.isPending && !known, error: found.error, retry: () => void found.refetch() }
}
const findDraftPage = ({ home, pages }: { home: Block[]; pages: WebsitePage[] }, slug: string) =>
  slug === '' ? { slug, title: {}, blocks: home } : pages.find((page) => page.slug === slug)

export interface ShownLink {
  key: string
  label: string
  href: string
  /** Leads to another site. */
  isExternal: boolean
}
const messages = defineMessages(
  { services: 'Services', schedule: 'Schedule', plans: 'Plans', members: 'Members', team: 'Team' },
  {
    de: { services: 'Angebote', schedule: 'Kursplan', plans: 'Tarife', members: 'Mitglieder', team: 'Team' },
    fr: { services: 'Prestations', schedule: 'Planning', plans: 'Formules', members: 'Membres', team: 'Équipe' },
    es: { services: 'Servicios', schedule: 'Horario', plans: 'Planes', members: 'Miembros', team: 'Equipo' },
  },
)

/** Links of the menu or the footer as they are shown, without those to pages that are gone. */
export function useShownLinks(links: readonly SiteLink[]): ShownLink[] {
  const t = useMessages(messages)
  const { say } = useTexts()
  const { pages } = useWebsite()
  return links.flatMap((link): ShownLink[] => {
    if (link.kind === 'URL') return [{ key: link.url, label: say(link.label) || link.url, href: link.url, isExternal: /^https?:/i.test(link.url) }]
    if (link.kind === 'BUILT_IN') return [{ key: link.page, label: say(link.label) || t[link.page], href: `/${link.page}`, isExternal: false }]
    const page = pages.find(({ id }) => id === link.pageId)
    return page ? [{ key: page.id, label: say(link.label) || say(page.title) || page.slug, href: `/${page.slug}`, isExternal: false }] : []
  })
}
