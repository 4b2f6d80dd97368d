/** The page for unknown addresses of the dashboard. */
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DeadEnd } from './parts/dead-end.tsx'
import css from './shell.module.css'

const messages = defineDashboardMessages(
  { title: 'Page not found', text: 'The link may be outdated or mistyped.' },
  { de: { title: 'Seite nicht gefunden', text: 'Der Link ist veraltet oder falsch geschrieben.' } },
)

export function NotFound() {
  const t = useMessages(messages)
  return (
    <main className={css.alone}>
      <DeadEnd title={t.title}>{t.text}</DeadEnd>
    </main>
  )
}
