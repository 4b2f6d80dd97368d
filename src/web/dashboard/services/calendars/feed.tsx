/** A secret address at which any calendar subscribes to bookings. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { formatDateTime } from '#web/kit/when.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { describeError, toastError } from '../../api-helpers.ts'
import { useSite } from '../../business.tsx'
import { useConfirm } from '../../parts/confirm.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Section } from '../../parts/page.tsx'
import { useMay } from '../../permissions.tsx'
import { commonWords } from '../../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    stopsUpdating: 'Calendars that use the present address stop being updated.',
    title: 'Bookings in your calendar',
    address: 'Secret address',
    addressAbout: 'Subscribe to it in your calendar. Copy it now: it is shown only once.',
    madeOn: (at: string) => `An address was made on ${at}. It is not shown again.`,
    copy: 'Copy address',
    askNew: 'Make a new address?',
    makeNew: 'Make new address',
    madeNew: 'New address made.',
    newAddress: 'New address',
    askRemove: 'Remove the address?',
    removeAddress: 'Remove address',
    removed: 'Address removed.',
    make: 'Make address',
  },
  {
    de: {
      stopsUpdating: 'Kalender mit der bisherigen Adresse werden nicht mehr aktualisiert.',
      title: 'Buchungen in deinem Kalender',
      address: 'Geheime Adresse',
      addressAbout: 'Abonniere sie in deinem Kalender. Kopiere sie jetzt: Sie wird nur einmal gezeigt.',
      madeOn: (at) => `Die Adresse wurde am ${at} erstellt. Sie wird nicht noch einmal gezeigt.`,
      copy: 'Adresse kopieren',
      askNew: 'Neue Adresse erstellen?',
      makeNew: 'Neue Adresse erstellen',
      madeNew: 'Neue Adresse erstellt.',
      newAddress: 'Neue Adresse',
      askRemove: 'Adresse entfernen?',
      removeAddress: 'Adresse entfernen',
      removed: 'Adresse entfernt.',
      make: 'Adresse erstellen',
    },
  },
)

interface Props {
  kind: 'STAFF' | 'ROOM' | 'LOCATION' | 'SITE'
  subjectId?: string
  about: string
}
export function CalendarFeed({ kind, subjectId, about }: Props) {
  const t = useMessages(messages)
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
      cancelLabel: commonWords.cancel,
      successMessage,
      description: t.stopsUpdating,
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
    <Section title={t.title} about={about}>
      <Stack gap="sm">
        {found.error && (
          <Text c="red" role="alert">
            {describeError(found.error)}
          </Text>
        )}
        {url && <TextInput size="md" readOnly label={t.address} description={t.addressAbout} value={url} onFocus={(event) => event.currentTarget.select()} />}
        {!url && since && <Text size="sm">{t.madeOn(formatDateTime(since, site.timeZone, 'full', pageLanguage()))}</Text>}
        <Group gap="xs">
          {url && (
            <CopyButton value={url}>
              {({ copy }) => (
                <Button size="md" variant="light" onClick={copy}>
                  {t.copy}
                </Button>
              )}
            </CopyButton>
          )}
          {since ? (
            <>
              <Button size="md" variant="default" onClick={() => askTo(t.askNew, t.makeNew, t.madeNew, make)}>
                {t.newAddress}
              </Button>
              <Button size="md" variant="default" onClick={() => askTo(t.askRemove, t.removeAddress, t.removed, end)}>
                {t.removeAddress}
              </Button>
            </>
          ) : (
            <Button size="md" variant="light" loading={create.isPending} onClick={() => void make().catch(toastError)}>
              {t.make}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  )
}
