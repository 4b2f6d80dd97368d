/** What is done with the fee of a late cancellation or a no-show: charged to the saved card, or waived. Each is asked first, with its effects. */
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'

export const feeReasons: Readonly<Record<string, string>> = {
  NOT_ATTENDED: 'for a no-show',
  BOOKING_CANCELED: 'for a late cancellation',
  CANCELED: 'for a late cancellation',
}

export interface FeeRequest {
  bookingId: string
  /** As it is shown: "€20". */
  amount: string
  who: string
}
export function useFeeActions() {
  const openConfirm = useConfirm()
  const waiveFee = useApiMutation('bookingFees.waiveBookingFee')
  const chargeCard = useApiMutation('bookingFees.chargeBookingFee')
  const charge = ({ bookingId, amount, who }: FeeRequest) =>
    openConfirm({
      title: `Charge ${amount}?`,
      description: `The saved card of ${who} is charged ${amount}. ${who} gets an email, also when the card is declined. This can’t be undone.`,
      confirmLabel: `Charge ${amount}`,
      effects: dryRun('bookingFees.chargeBookingFee', () => ({ params: { id: bookingId } })),
      onConfirm: async () => {
        const { isDeclined } = await chargeCard.mutateAsync({ params: { id: bookingId } })
        toast(isDeclined ? `The card of ${who} was declined. Both of you get an email.` : 'Fee charged.')
      },
    })
  const waive = ({ bookingId, amount, who }: FeeRequest) =>
    openConfirm({
      title: `Waive ${amount}?`,
      description: `${who} does not pay this fee. This can’t be undone.`,
      confirmLabel: 'Waive fee',
      effects: dryRun('bookingFees.waiveBookingFee', () => ({ params: { id: bookingId } })),
      successMessage: 'Fee waived.',
      onConfirm: () => waiveFee.mutateAsync({ params: { id: bookingId } }),
    })
  return { charge, waive }
}
