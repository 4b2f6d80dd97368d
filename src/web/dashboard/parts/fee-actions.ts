/** What is done with the fee of a late cancellation or a no-show: charged to the saved card, or waived. Each is asked first, with its effects. */
import { useApiMutation } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useConfirm } from './confirm.tsx'
import { dryRun } from './dry-run-request.ts'

const messages = defineDashboardMessages(
  {
    reasons: { NOT_ATTENDED: 'for a no-show', BOOKING_CANCELED: 'for a late cancellation', CANCELED: 'for a late cancellation' } as Readonly<
      Record<string, string>
    >,
    chargeAsk: (amount: string) => `Charge ${amount}?`,
    chargeText: (amount: string, who: string) =>
      `The saved card of ${who} is charged ${amount}. ${who} gets an email, also when the card is declined. This can’t be undone.`,
    charge: (amount: string) => `Charge ${amount}`,
    declined: (who: string) => `The card of ${who} was declined. Both of you get an email.`,
    charged: 'Fee charged.',
    waiveAsk: (amount: string) => `Waive ${amount}?`,
    waiveText: (who: string) => `${who} does not pay this fee. This can’t be undone.`,
    waive: 'Waive fee',
    waived: 'Fee waived.',
  },
  {
    de: {
      reasons: { NOT_ATTENDED: 'für Nichterscheinen', BOOKING_CANCELED: 'für eine späte Absage', CANCELED: 'für eine späte Absage' },
      chargeAsk: (amount) => `${amount} abbuchen?`,
      chargeText: (amount, who) =>
        `${amount} wird von der gespeicherten Karte von ${who} abgebucht. ${who} bekommt eine E-Mail, auch wenn die Karte abgelehnt wird. Das lässt sich nicht rückgängig machen.`,
      charge: (amount) => `${amount} abbuchen`,
      declined: (who) => `Die Karte von ${who} wurde abgelehnt. Ihr bekommt beide eine E-Mail.`,
      charged: 'Gebühr abgebucht.',
      waiveAsk: (amount) => `${amount} erlassen?`,
      waiveText: (who) => `${who} zahlt diese Gebühr nicht. Das lässt sich nicht rückgängig machen.`,
      waive: 'Gebühr erlassen',
      waived: 'Gebühr erlassen.',
    },
  },
)

export const feeReasons: Readonly<Record<string, string>> = currentMessages(messages).reasons

export interface FeeRequest {
  bookingId: string
  /** As it is shown: "€20". */
  amount: string
  who: string
}
export function useFeeActions() {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const waiveFee = useApiMutation('bookingFees.waiveBookingFee')
  const chargeCard = useApiMutation('bookingFees.chargeBookingFee')
  const charge = ({ bookingId, amount, who }: FeeRequest) =>
    openConfirm({
      title: t.chargeAsk(amount),
      description: t.chargeText(amount, who),
      confirmLabel: t.charge(amount),
      effects: dryRun('bookingFees.chargeBookingFee', () => ({ params: { id: bookingId } })),
      onConfirm: async () => {
        const { isDeclined } = await chargeCard.mutateAsync({ params: { id: bookingId } })
        toast(isDeclined ? t.declined(who) : t.charged)
      },
    })
  const waive = ({ bookingId, amount, who }: FeeRequest) =>
    openConfirm({
      title: t.waiveAsk(amount),
      description: t.waiveText(who),
      confirmLabel: t.waive,
      effects: dryRun('bookingFees.waiveBookingFee', () => ({ params: { id: bookingId } })),
      successMessage: t.waived,
      onConfirm: () => waiveFee.mutateAsync({ params: { id: bookingId } }),
    })
  return { charge, waive }
}
