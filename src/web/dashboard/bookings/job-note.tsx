/** Work on several bookings that was begun here, or still goes on: how far it has come, and what was refused. It goes on without the screen. */
import { CloseButton, Group, Progress, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { Note } from '#web/kit/states.tsx'
import { describeResult, getWorkTexts } from '../parts/work-texts.ts'
import { DashboardLink } from '../parts/link.tsx'

const REFRESH_MS = 1000

export function BookingJobNote({ id, onClose }: { id: string; onClose: () => void }) {
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
            {isOver ? describeResult({ kind, what: job.kind, done: job.done, total: job.total }) : `${texts.running}: ${settled} of ${job.total}`}
          </p>
          {isOver && <CloseButton aria-label="Dismiss" size={44} my={-10} onClick={onClose} />}
        </Group>
        {!isOver && (
          <>
            <Progress value={(settled / job.total) * 100} aria-label={texts.running} size="md" radius="xl" />
            <Text size="sm" c="dimmed" mt={8}>
              You can leave this page, it goes on. Notifications show how it ends.
            </Text>
          </>
        )}
        {refused.length > 0 && (
          <ul aria-label="Refused" style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
            {refused.map(({ bookingId, who, reason }) => (
              <li key={bookingId}>
                <DashboardLink to="/dashboard/bookings" search={{ open: bookingId, job: id }}>
                  {who ?? 'A booking'}
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
