/** Earlier publications. */
import { Button, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import type { PartProps } from './row.tsx'
import css from './website.module.css'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    none: 'Nothing published yet',
    noneHint: 'Each time you publish, the version is kept here. The last 30 stay.',
    versions: 'Versions',
    pages: (count: number) => (count === 1 ? '1 page' : `${count} pages`),
    seen: 'what visitors see',
    restoreAsk: 'Restore this version?',
    restoreEffect: 'It replaces your draft. Visitors see it once you publish.',
    restore: 'Restore',
    restored: 'Version restored as your draft.',
  },
  {
    de: {
      none: 'Noch nichts veröffentlicht',
      noneHint: 'Was du veröffentlichst, bleibt hier als Version erhalten; die letzten 30 bleiben.',
      versions: 'Versionen',
      pages: (count) => (count === 1 ? '1 Seite' : `${count} Seiten`),
      seen: 'auf der Website zu sehen',
      restoreAsk: 'Diese Version wiederherstellen?',
      restoreEffect: 'Sie ersetzt deinen Entwurf. Auf der Website ist sie zu sehen, sobald du veröffentlichst.',
      restore: 'Wiederherstellen',
      restored: 'Version als Entwurf wiederhergestellt.',
    },
  },
)

/** What was published before; each can be taken as the draft again. */
export function VersionsPart({ draft }: PartProps) {
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('website.listVersions')
  const openConfirm = useConfirm()
  return (
    <QueryView query={found}>
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState title={t.none}>{t.noneHint}</EmptyState>
        ) : (
          <ul className={css.rows} aria-label={t.versions}>
            {versions.map(({ id, publishedAt, pages }, at) => (
              <li key={id} className={css.row}>
                <span className={css.rowName}>
                  {formatInstant(publishedAt, site)}
                  <Text size="sm" c="dimmed">
                    {[t.pages(pages), at === 0 ? t.seen : ''].filter(Boolean).join(' · ')}
                  </Text>
                </span>
                <Button
                  variant="default"
                  onClick={() =>
                    openConfirm({
                      title: t.restoreAsk,
                      description: t.restoreEffect,
                      confirmLabel: t.restore,
                      cancelLabel: commonWords.cancel,
                      successMessage: t.restored,
                      onConfirm: () => draft.restore(id),
                    })
                  }
                >
                  {t.restore}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
