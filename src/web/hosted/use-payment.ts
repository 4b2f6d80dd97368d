/** What follows a payment attempt for a plan: provider's page, 3-D Secure challenge, refusal or success. */
import { useState } from 'react'
import { ApiError, call } from '../api.ts'
import type { ReplyOf } from '../operations.ts'
import { declineInWords } from './card-values.ts'
import { finishFlow, keepResume } from './flow.ts'
import { toReturnUrl } from './payment-return.ts'

type Reply = ReplyOf<'checkout.pay'>

/** The booking that the plan is bought for: what follows when it is paid, and where to go on after the provider's page. */
export interface PlanPurpose {
  onPaid: (planOrderId: string) => Promise<void>
  resumeAt: string
  /** Held until the plan is paid. */
  bookingId?: string | undefined
  /** Holds the time anew before money is taken; false when it is gone: nothing is paid then. */
  prolongHold?: () => Promise<boolean>
}
/** `settle` follows a reply and throws a decline; `attempt` runs a step outside of a form and keeps its error. */
export function usePayment(rs: string | undefined, purpose?: PlanPurpose) {
  const [challenge, setChallenge] = useState<Reply>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const handleReply = async (reply: Reply): Promise<void> => {
    if (purpose) keepResume(reply.order.wixPayOrderId ?? '', { url: purpose.resumeAt, bookingId: purpose.bookingId })
    if (reply.url) return location.assign(reply.url)
    if (reply.outcome === 'requires_action') return setChallenge(reply)
    setChallenge(undefined)
    if (reply.outcome === 'declined') throw new ApiError(402, declineInWords(reply.declineCode))
    if (reply.outcome === 'unknown' || reply.outcome === 'processing' || reply.goesBack)
      return location.assign(toReturnUrl(reply.order.wixPayOrderId ?? '', rs))
    await (purpose ? purpose.onPaid(reply.order.id) : finishFlow(rs, { planOrderId: reply.order.id }))
  }
  const runAttempt = async (step: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      await step()
    } catch (error) {
      setChallenge(undefined)
      setFailure(
        error instanceof ApiError && error.violations.length > 0 ? error.violations.map(({ description }) => description).join(', ') : (error as Error).message,
      )
    } finally {
      setBusy(false)
    }
  }
  /** Answers the 3-D Secure challenge. */
  const answerChallenge = async (choice: 'approve' | 'reject'): Promise<void> => {
    const { attemptId, order } = challenge ?? {}
    const wixPayOrderId = order?.wixPayOrderId
    if (attemptId && wixPayOrderId)
      await runAttempt(async () => handleReply(await call('checkout.answerChallenge', { params: { wixPayOrderId }, body: { attemptId, answer: choice } })))
  }
  return { challenge, busy, failure, handleReply, runAttempt, answerChallenge }
}
