/** What came of a consent at a provider: the browser comes back with `calendar=` in the address. */
import { Alert } from '@mantine/core'
import { useSearchState } from '../../parts/search-state.ts'
import { staffSearch } from '../../search-params.ts'
import { describeConsent } from './describe.ts'

export function ConsentOutcome() {
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
      closeButtonLabel="Close message"
      onClose={() => setUrl({ calendar: undefined })}
    >
      {describeConsent(outcome)}
    </Alert>
  )
}
