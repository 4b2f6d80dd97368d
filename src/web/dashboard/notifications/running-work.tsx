/** Work that goes on in the background, with its progress; each leads to where its result will be. */
import { Loader, Progress, Text } from '@mantine/core'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { DashboardLink } from '../parts/link.tsx'
import { toWorkLink } from './describe.ts'
import css from './notifications.module.css'
import { getWorkTexts, type RunningWork } from '../parts/work-texts.ts'

const messages = defineDashboardMessages(
  {
    title: 'In progress',
    FORECAST: 'Billing forecast',
    ARCHIVE: 'Preparing the archive of the site',
    days: (done: number, total: number) => `${done} of ${total === 1 ? '1 day' : `${total} days`}`,
    rows: (done: string) => `${done} rows so far`,
    things: (done: number, total: number) => `${done} of ${total}`,
    leave: (progress: string) => `${progress}. You can leave this page, it goes on.`,
  },
  {
    de: {
      title: 'Läuft gerade',
      FORECAST: 'Abrechnungsvorschau',
      ARCHIVE: 'Archiv der Website wird erstellt',
      days: (done, total) => `${done} von ${total === 1 ? '1 Tag' : `${total} Tagen`}`,
      rows: (done) => `Bisher ${done} Zeilen`,
      things: (done, total) => `${done} von ${total}`,
      leave: (progress) => `${progress}. Du kannst die Seite verlassen, es läuft weiter.`,
    },
  },
)
const text = currentMessages(messages)

const getTitle = ({ kind, what }: RunningWork): string => (kind === 'FORECAST' || kind === 'ARCHIVE' ? text[kind] : getWorkTexts(kind, what).running)

function describeProgress({ kind, done, refused, total }: RunningWork): string {
  if (total === undefined) return text.rows(done.toLocaleString(pageLanguage()))
  return kind === 'FORECAST' ? text.days(done, total) : text.things(done + refused, total)
}
/** How much of it is settled, in percent. */
const toPercent = ({ done, refused, total }: RunningWork): number => (total ? ((done + refused) / total) * 100 : 100)

export function RunningWorkList({ running, onOpen }: { running: readonly RunningWork[]; onOpen: () => void }) {
  const t = useMessages(messages)
  return (
    <section className={css.running} aria-label={t.title}>
      <ul className={css.list}>
        {running.map((work) => (
          <li key={work.entityId}>
            <DashboardLink {...toWorkLink(work.kind, work.entityId)} className={css.item} onClick={onOpen}>
              <strong>{getTitle(work)}</strong>
              {work.total === undefined ? (
                <Loader type="dots" size="sm" aria-hidden />
              ) : (
                <Progress value={toPercent(work)} aria-label={getTitle(work)} size="md" radius="xl" my={4} />
              )}
              <Text component="span" size="sm" c="dimmed">
                {t.leave(describeProgress(work))}
              </Text>
            </DashboardLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
