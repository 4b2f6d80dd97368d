/** Work on several bookings that was begun here, or still goes on: how far it has come, and what was refused. It goes on without the screen. */
import { CloseButton, Group, Progress, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Note } from '#web/kit/states.tsx'
import { describeResult, getWorkTexts } from '../parts/work-texts.ts'
import { DashboardLink } from '../parts/link.tsx'

const messages = defineDashboardMessages(
  {
    progress: (work: string, done: number, total: number) => `${work}: ${done} of ${total}`,
    dismiss: 'Dismiss',
    leave: 'You can leave this page, it goes on. Notifications show how it ends.',
    refused: 'Refused',
    aBooking: 'A booking',
  },
  {
    de: {
      progress: (work, done, total) => `${work}: ${done} von ${total}`,
      dismiss: 'Ausblenden',
      leave: 'Du kannst diese Seite verlassen, es geht weiter. Was dabei herauskommt, steht in den Benachrichtigungen.',
      refused: 'Abgelehnt',
      aBooking: 'Eine Buchung',
    },
  },
)

const REFRESH_MS = 1000

export function BookingJobNote({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(messages)
  const found = useApiQuery(
    'bookingJobs.getBookingJob',
    { params: { id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.job.status === 'FINISHED' || state.error ? false : REFRESH_MS) },
  )
  // Undone on another page.
  if (!found.data || found.error) return null
  const { job, refused } = found.data
  const kind = 'BOOKINGS_CHANGED'
  const texts = getWorkTexts(kind, job.kind)
  const isOver = job.status === 'FINISHED'
  const settled = job.done + job.refused
  return (
    <div style={{ marginBottom: 16 }}>
      <Note tone={!isOver ? 'accent' : job.refused > 0 ? 'warn' : 'good'} role="status">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <p className="strong">
            {isOver ? describeResult({ kind, what: job.kind, done: job.done, total: job.total }) : t.progress(texts.running, settled, job.total)}
          </p>
          {isOver && <CloseButton aria-label={t.dismiss} size={44} my={-10} onClick={onClose} />}
        </Group>
        {!isOver && (
          <>
            <Progress value={(settled / job.total) * 100} aria-label={texts.running} size="md" radius="xl" />
            <Text size="sm" c="dimmed" mt={8}>
              {t.leave}
            </Text>
          </>
        )}
        {refused.length > 0 && (
          <ul aria-label={t.refused} style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
            {refused.map(({ bookingId, who, reason }) => (
              <li key={bookingId}>
                <DashboardLink to="/dashboard/bookings" search={{ open: bookingId, job: id }}>
                  {who ?? t.aBooking}
                </DashboardLink>
                : {reason}
              </li>
            ))}
          </ul>
        )}
      </Note>
    </div>
  )
}
