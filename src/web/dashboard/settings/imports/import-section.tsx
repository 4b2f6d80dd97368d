/** Imports from elsewhere: those that were begun, and the panel of one. */
import { Button } from '@mantine/core'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import { formatInstant } from '../../parts/format-times.ts'
import { Row, StateTag } from '../../parts/list.tsx'
import { List, Section } from '../../parts/page.tsx'
import { EmptyState, ListSkeleton, QueryView } from '../../parts/query-view.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { settingsSearch } from '../../search-params.ts'
import { describeCounts, type Import, kindWords, formatRows, statusWords } from './words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Coming from elsewhere',
    about: 'Bring members, services, plans, subscriptions and future bookings from Wix, Mindbody, Momence or any CSV file, in this order.',
    run: 'Import',
    none: 'No imports yet',
    noneHint: 'Choose a file and see what would happen before anything does.',
    imports: 'Imports',
    file: 'file',
    failed: (count: number) => `${count} failed`,
  },
  {
    de: {
      title: 'Von anderswo umziehen',
      about: 'Bring Mitglieder, Angebote, Tarife, Abos und künftige Buchungen aus Wix, Mindbody, Momence oder einer CSV-Datei mit, in dieser Reihenfolge.',
      run: 'Importieren',
      none: 'Noch keine Importe',
      noneHint: 'Wähle eine Datei und sieh zuerst, was passieren würde.',
      imports: 'Importe',
      file: 'Datei',
      failed: (count) => `${count} fehlgeschlagen`,
    },
  },
)

const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }))
const POLL_MS = 2000

export function ImportSection() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(settingsSearch)
  const found = useApiQuery('imports.listImports', undefined, {
    refetchInterval: ({ state }) => (state.data?.imports.some(({ status }) => status === 'RUNNING') ? POLL_MS : false),
  })
  const open = (value: string) => setUrl({ import: value }, { push: true })
  return (
    <Section
      title={t.title}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconUpload size={17} aria-hidden />} onClick={() => open('new')}>
          {t.run}
        </Button>
      }
    >
      <QueryView query={found} loading={<ListSkeleton rows={2} />}>
        {({ imports }) =>
          imports.length === 0 ? (
            <EmptyState icon={<IconFileImport size={26} />} title={t.none}>
              {t.noneHint}
            </EmptyState>
          ) : (
            <List label={t.imports}>
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
  const t = useMessages(messages)
  const site = useSite()
  const [word, tone] = statusWords[one.status]
  const isOver = one.status === 'FINISHED' || one.status === 'CANCELED'
  return (
    <Row
      title={`${kindWords[one.kind].label} · ${one.fileName || t.file}`}
      sub={`${formatInstant(one.startedDate ?? one.createdDate, site)} · ${one.status === 'READY' ? formatRows(one.rows) : describeCounts(one)}`}
      facts={<StateTag tone={isOver && one.failed > 0 ? 'wait' : tone}>{one.status === 'FINISHED' && one.failed > 0 ? t.failed(one.failed) : word}</StateTag>}
      onOpen={onOpen}
    />
  )
}
