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

export function NotFound() {
  const t = useMessages(messages)
  useTitle(t.name)
  return (
    <main className="page page-narrow">
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
    </main>
  )
}
