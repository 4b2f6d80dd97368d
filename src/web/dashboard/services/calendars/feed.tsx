/** A secret address at which any calendar subscribes to bookings. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { formatDateTime } from '#web/kit/when.tsx'
import { describeError, toastError } from '../../api-helpers.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Section } from '../../parts/page.tsx'
import { useMay } from '../../permissions.tsx'

interface Props {
  kind: 'STAFF' | 'ROOM' | 'LOCATION' | 'SITE'
  subjectId?: string
  about: string
}
export function CalendarFeed({ kind, subjectId, about }: Props) {
  const site = useSite()
  // Rooms, locations and the site are for those who manage staff; a staff member has the own address.
  const isAllowed = useMay()('staff.updateStaffMember') || kind === 'STAFF'
  const subject = { kind, ...(subjectId && { subjectId }) }
  const found = useApiQuery('calendarFeeds.getCalendarFeed', { query: subject }, { enabled: isAllowed })
  const create = useApiMutation('calendarFeeds.createCalendarFeed')
  const remove = useApiMutation('calendarFeeds.deleteCalendarFeed')
  const openConfirm = useConfirm()
  const [url, setUrl] = useState<string>()
  const make = async () => {
    setUrl((await create.mutateAsync({ body: subject })).url)
    await found.refetch()
  }
  const askTo = (title: string, confirmLabel: string, successMessage: string, onConfirm: () => Promise<unknown>) =>
    openConfirm({
      title,
      danger: true,
      confirmLabel,
      cancelLabel: 'Cancel',
      successMessage,
      description: 'Calendars that use the present address stop being updated.',
      onConfirm,
    })
  const end = async () => {
    await remove.mutateAsync({ query: subject })
    setUrl(undefined)
    await found.refetch()
  }
  if (!isAllowed || (!found.data && !found.error)) return null
  const since = found.data?.createdDate
  return (
    <Section title="Bookings in your calendar" about={about}>
      <Stack gap="sm">
        {found.error && (
          <Text c="red" role="alert">
            {describeError(found.error)}
          </Text>
        )}
        {url && (
          <TextInput
            size="md"
            readOnly
            label="Secret address"
            description="Subscribe to it in your calendar. Copy it now: it is shown only once."
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
        {!url && since && <Text size="sm">{`An address was made on ${formatDateTime(since, site.timeZone)}. It is not shown again.`}</Text>}
        <Group gap="xs">
          {url && (
            <CopyButton value={url}>
              {({ copy }) => (
                <Button size="md" variant="light" onClick={copy}>
                  Copy address
                </Button>
              )}
            </CopyButton>
          )}
          {since ? (
            <>
              <Button size="md" variant="default" onClick={() => askTo('Make a new address?', 'Make new address', 'New address made.', make)}>
                New address
              </Button>
              <Button size="md" variant="default" onClick={() => askTo('Remove the address?', 'Remove address', 'Address removed.', end)}>
                Remove address
              </Button>
            </>
          ) : (
            <Button size="md" variant="light" loading={create.isPending} onClick={() => void make().catch(toastError)}>
              Make address
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}
