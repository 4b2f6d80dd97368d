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
    fr: {
      name: 'Page introuvable',
      title: 'Page introuvable',
      why: 'Le lien est peut-être ancien ou mal saisi.',
      start: 'Aller à l’accueil',
    },
    es: {
      name: 'Página no encontrada',
      title: 'Página no encontrada',
      why: 'Puede que el enlace sea antiguo o esté mal escrito.',
      start: 'Ir al inicio',
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
