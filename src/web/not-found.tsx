import { ButtonLink } from './kit/button.tsx'
import { useTitle } from './kit/page.tsx'
import { EmptyState } from './kit/states.tsx'
import { useMessages, defineMessages } from './kit/messages.ts'

const messages = defineMessages(
  { name: 'Page not found', title: 'Page not found', why: 'The link may be old or mistyped.', start: 'Go to homepage' },
  {
    de: {
      name: 'Seite nicht gefunden',
      title: 'Seite nicht gefunden',
      why: 'Die Adresse ist veraltet oder falsch geschrieben.',
      start: 'Zur Startseite',
    },
  },
)

/** `inSite`: within the layout of the site, which has the landmark already. */
export function NotFound({ inSite = false }: { inSite?: boolean }) {
  const t = useMessages(messages)
  useTitle(t.name)
  const Landmark = inSite ? 'div' : 'main'
  return (
    <Landmark className="page page-narrow">
      <h1 className="sr">{t.name}</h1>
      <EmptyState
        title={t.title}
        action={
          <ButtonLink href="/" variant="light">
            {t.start}
          </ButtonLink>
        }
      >
        {t.why}
      </EmptyState>
    </Landmark>
  )
}
