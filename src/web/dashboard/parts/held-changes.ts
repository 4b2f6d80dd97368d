/** Changes that the server makes in half a minute unless they are undone: cancelling, confirming, settling. Shown wherever the booking or session is. */
import { useQuery } from '@tanstack/react-query'
import { holdHeader, HOLD_SECONDS, type HeldEntity, type HeldReply } from '#kit/pure/held-change.ts'
import { ApiError, call, callUrl, queryClient } from '#web/api.ts'
import { currentMessages } from '#web/kit/messages.ts'
import { resolveOperation } from '#web/operation-url.ts'
import type { InputOf, OperationName } from '#web/operations.ts'
import type { ParticipantNotification } from './confirm-dialog.tsx'
import { messages } from './held-changes.messages.ts'
import { isChanged, type SessionOfSeries } from './held-series.ts'

export interface HeldChange {
  id: string
  operation: string
  entity: HeldEntity
  entityId: string
  /** When it is made, on the clock of `performance.now()`. */
  dueAt: number
  /** When the first session begins that it changes, where it changes a series from one session on. */
  firstSessionDate?: string
}

const key = ['held changes'] as const
/** While something waits. */
const REFRESH_MS = 2000
let known: ReadonlySet<string> = new Set()
/** Held from this page: their Undo takes the focus, which was on a button that is gone. */
const ownIds = new Set<string>()
const undoneIds = new Set<string>()

/** What was waiting and waits no longer has changed what the screen shows; what came to wait while the list was asked for may be missing from it. */
async function fetchHeldChanges(): Promise<HeldChange[]> {
  const asked = known
  const { heldChanges } = await call('heldChanges.listHeldChanges')
  const at = performance.now()
  const ids = new Set(heldChanges.map(({ id }) => id))
  const isGone = [...asked].some((id) => !ids.has(id))
  known = new Set([...ids, ...[...known].filter((id) => !asked.has(id))])
  if (isGone) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })
  return heldChanges.map(({ millisecondsLeft, ...change }) => ({ ...change, dueAt: at + millisecondsLeft }))
}

/** The change that waits for a booking or session, or for the series that the session belongs to, unless the session is earlier than what changes. */
export function useHeldChange(entity: HeldEntity, id: string | undefined, series?: SessionOfSeries | undefined): HeldChange | undefined {
  const found = useQuery({ queryKey: key, queryFn: fetchHeldChanges, refetchInterval: ({ state }) => (state.data?.length ? REFRESH_MS : false) })
  const findChange = (entityId: string | undefined) => found.data?.find((change) => change.entity === entity && change.entityId === entityId)
  const ofSeries = series && findChange(series.masterId)
  return findChange(id) ?? (ofSeries && isChanged(series, ofSeries, Date.now()) ? ofSeries : undefined)
}

/** Tries a change on the server, which keeps it for half a minute; answers what undoes it. Refused at once where the change itself would be. */
export async function holdChange<N extends OperationName>(operation: N, input: InputOf<N>): Promise<string> {
  const found = resolveOperation(operation, input as never)
  if (!found) throw new ApiError(501, '')
  try {
    const { heldChange } = await callUrl<HeldReply>(found.method, found.url, (input as { body?: unknown }).body, false, { [holdHeader]: 'true' })
    ownIds.add(heldChange.id)
    // It may be made before the list is read for the first time.
    known = new Set([...known, heldChange.id])
    return heldChange.id
  } finally {
    // Also after a refusal: what is shown is what another user has changed.
    void queryClient.invalidateQueries()
  }
}

/** Undone once, however many buttons offered it. */
export async function undoChange(id: string): Promise<void> {
  if (undoneIds.has(id)) return
  try {
    await call('heldChanges.undoHeldChange', { params: { id } })
    undoneIds.add(id)
  } finally {
    void queryClient.invalidateQueries()
  }
}

/** Of a dialog: the button holds the change, and the message offers to undo it. */
export function held<N extends OperationName>(operation: N, toInput: (notification: ParticipantNotification) => InputOf<N>) {
  const ids: string[] = []
  return {
    onConfirm: async (notification: ParticipantNotification): Promise<void> => void ids.push(await holdChange(operation, toInput(notification))),
    undo: () => undoEach(ids),
    isHeld: true,
  }
}
export async function undoEach(ids: readonly string[]): Promise<void> {
  for (const id of ids) await undoChange(id)
}

/** Whether it was made on this page just now; true once. */
export const takeOwn = (id: string): boolean => ownIds.delete(id)

export const secondsLeft = ({ dueAt }: Pick<HeldChange, 'dueAt'>, now = performance.now()): number =>
  Math.min(HOLD_SECONDS, Math.max(0, Math.ceil((dueAt - now) / 1000)))

const text = currentMessages(messages)
const findTexts = ({ operation }: Pick<HeldChange, 'operation'>) => text.of[operation] ?? text.other
/** `Cancelled in 24 s`. */
export const describeHeld = (held: Pick<HeldChange, 'operation'>, seconds: number): string =>
  seconds === 0 ? findTexts(held).now : findTexts(held).soon(seconds)
/** `Undo: Cancelled, Ana`. */
export const describeUndo = (held: Pick<HeldChange, 'operation'>, who: string): string => findTexts(held).undo(who)
