/** Another card for a plan that renews, or for all of mine. Nothing is charged by it. */
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { noCard } from '../../hosted/card-draft.ts'
import { CardFields, Challenge, declineInWords, toCard } from '../../hosted/card-form.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { ReplyOf } from '../../operations.ts'

export interface ChangeCardProps {
  order: { id: string; planName: string; wixPayOrderId: string }
  onClose: () => void
}
export function ChangeCard({ order, onClose }: ChangeCardProps) {
  const payment = useAsk('orders.getPayment', { params: { wixPayOrderId: order.wixPayOrderId } })
  const [card, setCard] = useState(noCard),
    [forAll, setForAll] = useState(''),
    [asked, setAsked] = useState<string>(),
    [busy, setBusy] = useState(false),
    [failure, setFailure] = useState<unknown>()
  const settle = async (reply: ReplyOf<'orders.changeCard'>) => {
    if (reply.url) return location.assign(reply.url)
    if (reply.outcome === 'requires_action' && reply.attemptId) {
      setAsked(reply.attemptId)
      return
    }
    setAsked(undefined)
    if (reply.outcome === 'declined')
      throw new ApiError(402, reply.declineCode ? declineInWords(reply.declineCode) : (reply.message ?? declineInWords(undefined)))
    if (reply.outcome !== 'succeeded') throw new ApiError(502, 'We do not know yet whether your bank takes this card. Please look again in a minute.')
    await queryClient.invalidateQueries()
    toast('Your card is changed')
    onClose()
  }
  const answer = async (choice: 'approve' | 'reject') => {
    if (!asked) return
    setBusy(true)
    setFailure(undefined)
    try {
      await settle(await call('orders.answerChallenge', { params: { wixPayOrderId: order.wixPayOrderId }, body: { attemptId: asked, answer: choice } }))
    } catch (error) {
      setAsked(undefined)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={`Change the card for ${order.planName}`} onClose={onClose}>
      {payment.isPending ? (
        <Skeletons kind="text" />
      ) : payment.error ? (
        <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
      ) : asked ? (
        <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
      ) : (
        <Form
          label="Change the card"
          submit="Use this card"
          error={failure}
          onSubmit={async () => {
            setFailure(undefined)
            const shown =
              payment.data.page === 'own'
                ? { card: toCard(card) }
                : { returnUrl: `/account?${new URLSearchParams({ tab: 'plans', card: order.wixPayOrderId })}` }
            await settle(await call('orders.changeCard', { params: { id: order.id }, body: { ...shown, forAll: forAll === 'true' } }))
          }}
        >
          <p className="dim small">Nothing is charged now. The next payments go to this card.</p>
          {payment.data.page === 'own' ? (
            <CardFields card={card} onChange={setCard} />
          ) : (
            <p className="small">You go on to the secure page of the payment provider.</p>
          )}
          <FormField name="forAll" type="checkbox" label="Use it for all my plans" value={forAll} onChange={setForAll} />
        </Form>
      )}
    </Dialog>
  )
}
