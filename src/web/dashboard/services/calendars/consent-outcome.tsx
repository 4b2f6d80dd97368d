/** What came of a consent at a provider: the browser comes back with `calendar=` in the address. */
import { Alert } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSearchState } from '../../parts/search-state.ts'
import { staffSearch } from '../../search-params.ts'
import { describeConsent } from './describe.ts'

const messages = defineDashboardMessages(
  {
    close: 'Close message',
  },
  {
    de: {
      close: 'Meldung schließen',
    },
  },
)

export function ConsentOutcome() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(staffSearch)
  const outcome = url.calendar
  if (!outcome) return null
  const isDone = outcome === 'connected'
  return (
    <Alert
      mb="md"
      color={isDone ? 'green' : 'red'}
      role={isDone ? 'status' : 'alert'}
      withCloseButton
      closeButtonLabel={t.close}
      onClose={() => setUrl({ calendar: undefined })}
    >
      {describeConsent(outcome)}
    </Alert>
  )
}
