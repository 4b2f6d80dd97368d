/** Work that goes on in the background, with its progress; each leads to where its result will be. */
import { Progress, Text } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DashboardLink } from '../parts/link.tsx'
import { toWorkLink } from './describe.ts'
import css from './notifications.module.css'
import { getWorkTexts, type RunningWork } from '../parts/work-texts.ts'

const messages = defineDashboardMessages(
  { title: 'In progress', progress: (done: number, total: number) => `${done} of ${total}. You can leave this page, it goes on.` },
  { de: { title: 'Läuft gerade', progress: (done, total) => `${done} von ${total}. Du kannst die Seite verlassen, es läuft weiter.` } },
)

export function RunningWorkList({ running, onOpen }: { running: readonly RunningWork[]; onOpen: () => void }) {
  const t = useMessages(messages)
  return (
    <section className={css.running} aria-label={t.title}>
      <ul className={css.list}>
        {running.map(({ kind, entityId, what, done, refused, total }) => {
          const { running: title } = getWorkTexts(kind, what)
          const settled = done + refused
          return (
            <li key={entityId}>
              <DashboardLink {...toWorkLink(kind, entityId)} className={css.item} onClick={onOpen}>
                <strong>{title}</strong>
                <Progress value={total === 0 ? 100 : (settled / total) * 100} aria-label={title} size="md" radius="xl" my={4} />
                <Text component="span" size="sm" c="dimmed">
                  {t.progress(settled, total)}
                </Text>
              </DashboardLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
