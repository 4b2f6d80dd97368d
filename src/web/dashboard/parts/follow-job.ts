/** Follows work on bookings that was begun in this tab, on whichever screen the user is: when it ends, what is shown is read again and the result is said. */
import { call, queryClient } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { describeResult } from './work-texts.ts'

const t = currentMessages(
  defineDashboardMessages(
    {
      over: (result: string) => `${result}.`,
      partlyRefused: (result: string) => `${result}. The rest was refused: see Notifications.`,
    },
    {
      de: {
        over: (result) => `${result}.`,
        partlyRefused: (result) => `${result}. Der Rest wurde abgelehnt: siehe „Benachrichtigungen“.`,
      },
    },
  ),
)

const WAIT_MS = 1500
const followed = new Set<string>()
const undone = new Set<string>()
/** Whether its result is said already. */
export const isFollowed = (id: string): boolean => followed.has(id)

export const toResultText = (result: Parameters<typeof describeResult>[0] & { refused: number }): string =>
  result.refused > 0 ? t.partlyRefused(describeResult(result)) : t.over(describeResult(result))

/** Drops work that has not begun; refused once it has. */
export async function undoBookingJob(id: string): Promise<void> {
  undone.add(id)
  try {
    await call('bookingJobs.undoBookingJob', { params: { id } })
  } catch (error) {
    undone.delete(id)
    throw error
  } finally {
    void queryClient.invalidateQueries()
  }
}

export async function followBookingJob(id: string): Promise<void> {
  followed.add(id)
  try {
    while (!undone.has(id)) {
      const { job } = await call('bookingJobs.getBookingJob', { params: { id } })
      if (job.status === 'FINISHED') {
        await queryClient.invalidateQueries()
        toast(toResultText({ kind: 'BOOKINGS_CHANGED', what: job.kind, done: job.done, total: job.total, refused: job.refused }))
        return
      }
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  } catch (error) {
    if (!undone.has(id)) toastError(error)
  }
}
