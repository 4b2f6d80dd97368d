/** Earlier publications. */
import { Button, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { formatInstant } from '../parts/format.ts'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import type { PartProps } from './row.tsx'
import css from './website.module.css'

/** What was published before; each can be taken as the draft again. */
export function VersionsPart({ draft }: PartProps) {
  const site = useSite()
  const found = useApiQuery('website.listVersions')
  const openConfirm = useConfirm()
  return (
    <QueryView query={found}>
      {({ versions }) =>
        versions.length === 0 ? (
          <EmptyState title="Nothing published yet">Each time you publish, the version is kept here. The last 30 stay.</EmptyState>
        ) : (
          <ul className={css.rows} aria-label="Versions">
            {versions.map(({ id, publishedAt, pages }, at) => (
              <li key={id} className={css.row}>
                <span className={css.rowName}>
                  {formatInstant(publishedAt, site)}
                  <Text size="sm" c="dimmed">
                    {pages === 1 ? '1 page' : `${pages} pages`}
                    {at === 0 ? ' · what visitors see' : ''}
                  </Text>
                </span>
                <Button
                  variant="default"
                  onClick={() =>
                    openConfirm({
                      title: 'Restore this version?',
                      description: 'It replaces your draft. Visitors see it once you publish.',
                      confirmLabel: 'Restore',
                      cancelLabel: 'Cancel',
                      successMessage: 'Version restored as your draft.',
                      onConfirm: () => draft.restore(id),
                    })
                  }
                >
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
