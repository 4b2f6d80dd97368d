/** One import from its file to its report: choose, match, look, run. Each step is kept on the server, so that it can be left and found again. */
import { useState } from 'react'
import { queryClient, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { ErrorState, ListSkeleton } from '../../parts/query-view.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ImportResult } from './import-result.tsx'
import { MatchColumns } from './match-columns.tsx'
import { isKind, kindWords } from './words.ts'

const messages = defineDashboardMessages(
  {
    title: (kind: string) => `Import ${kind}`,
    fromFile: 'Import from a file',
  },
  {
    de: {
      title: (kind) => `${kind} importieren`,
      fromFile: 'Aus einer Datei importieren',
    },
  },
)

const POLL_MS = 1000
const PANEL_SIZE = 760
const refreshList = () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'imports.listImports' })

interface Props {
  /** `new`, a kind that is chosen already, or the id of an import. */
  target: string
  onOpen: (id: string) => void
  onClose: () => void
}
export function ImportPanel({ target, onOpen, onClose }: Props) {
  const t = useMessages(messages)
  const isNew = target === 'new' || isKind(target)
  // Each step draws its buttons here.
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  // What is being deleted is asked for no more.
  const [isDeleting, setDeleting] = useState(false)
  const found = useApiQuery(
    'imports.getImport',
    { params: { id: target } },
    { enabled: !isNew && !isDeleting, staleTime: 0, refetchInterval: ({ state }) => (state.data?.import.status === 'RUNNING' ? POLL_MS : false) },
  )
  const one = found.data?.import
  const title = one ? t.title(kindWords[one.kind].many) : t.fromFile
  const close = () => {
    refreshList()
    onClose()
  }
  return (
    <SidePanel open onClose={close} title={title} size={PANEL_SIZE} footer={one && !found.error && <div ref={setFooter} />}>
      {isNew ? (
        <ChooseFile
          initialKind={isKind(target) ? target : 'MEMBERS'}
          onUploaded={(id) => {
            refreshList()
            onOpen(id)
          }}
        />
      ) : found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : !one ? (
        <ListSkeleton />
      ) : one.status === 'READY' ? (
        <MatchColumns
          initial={one}
          examples={found.data?.examples ?? {}}
          footer={footer}
          onStarted={() => void found.refetch().then(refreshList)}
          onDeleting={setDeleting}
          onDeleted={close}
        />
      ) : (
        <ImportResult
          one={one}
          problems={found.data?.problems ?? []}
          skippedRows={found.data?.skippedRows ?? []}
          footer={footer}
          onChanged={() => void found.refetch()}
          onNext={() => onOpen('new')}
        />
      )}
    </SidePanel>
  )
}
