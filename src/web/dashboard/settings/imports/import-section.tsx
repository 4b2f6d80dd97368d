/** Imports from elsewhere: those that were begun, and the panel of one. */
import { Button } from '@mantine/core'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../../business.tsx'
import { formatInstant } from '../../parts/format.ts'
import { Row, StateTag } from '../../parts/list.tsx'
import { List, Section } from '../../parts/page.tsx'
import { EmptyState, ListSkeleton, QueryView } from '../../parts/query-view.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { settingsSearch } from '../../search-params.ts'
import { describeCounts, type Import, kindWords, formatRows, statusWords } from './words.ts'

const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }))
const POLL_MS = 2000

export function ImportSection() {
  const [url, setUrl] = useSearchState(settingsSearch)
  const found = useApiQuery('imports.listImports', undefined, {
    refetchInterval: ({ state }) => (state.data?.imports.some(({ status }) => status === 'RUNNING') ? POLL_MS : false),
  })
  const open = (value: string) => setUrl({ import: value }, { push: true })
  return (
    <Section
      title="Coming from elsewhere"
      about="Bring members, services, plans, subscriptions and future bookings from Wix, Mindbody, Momence or any CSV file, in this order."
      action={
        <Button variant="light" leftSection={<IconUpload size={17} aria-hidden />} onClick={() => open('new')}>
          Import
        </Button>
      }
    >
      <QueryView query={found} loading={<ListSkeleton rows={2} />}>
        {({ imports }) =>
          imports.length === 0 ? (
            <EmptyState icon={<IconFileImport size={26} />} title="No imports yet">
              Choose a file and see what would happen before anything does.
            </EmptyState>
          ) : (
            <List label="Imports">
              {imports.map((one) => (
                <ImportRow key={one.id} one={one} onOpen={() => open(one.id)} />
              ))}
            </List>
          )
        }
      </QueryView>
      {url.import ? (
        <Suspense fallback={null}>
          <ImportPanel key={url.import} target={url.import} onOpen={(id) => setUrl({ import: id })} onClose={() => setUrl({ import: undefined })} />
        </Suspense>
      ) : null}
    </Section>
  )
}

function ImportRow({ one, onOpen }: { one: Import; onOpen: () => void }) {
  const site = useSite()
  const [word, tone] = statusWords[one.status]
  const isOver = one.status === 'FINISHED' || one.status === 'CANCELED'
  return (
    <Row
      title={`${kindWords[one.kind].label} · ${one.fileName || 'file'}`}
      sub={`${formatInstant(one.startedDate ?? one.createdDate, site)} · ${one.status === 'READY' ? formatRows(one.rows) : describeCounts(one)}`}
      facts={<StateTag tone={isOver && one.failed > 0 ? 'wait' : tone}>{one.status === 'FINISHED' && one.failed > 0 ? `${one.failed} failed` : word}</StateTag>}
      onOpen={onOpen}
    />
  )
}
