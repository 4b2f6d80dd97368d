/** Whether the caller may choose a way to pay. Source: guide bookings §12.1. */
import type { ReadContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { getSetting } from '#domains/site/public.ts'
import { refuse } from '../../errors.ts'
import { checkPaymentOption, type PaymentOption, type PaymentTerms } from '../../rules/due.ts'

const sentences: Partial<Record<PaymentOption, LocalizedText>> = {
  ONLINE: {
    message: 'This cannot be paid online.',
    de: 'Online-Zahlung ist hier nicht möglich.',
    fr: 'Le paiement en ligne n’est pas possible ici.',
    es: 'Esto no se puede pagar en línea.',
  },
  OFFLINE: {
    message: 'This cannot be paid on site.',
    de: 'Zahlung vor Ort ist hier nicht möglich.',
    fr: 'Le paiement sur place n’est pas possible ici.',
    es: 'Esto no se puede pagar en el local.',
  },
  MEMBERSHIP: {
    message: 'A plan cannot pay for this here. Sign in, or choose another way to pay.',
    de: 'Mit einem Tarif kannst du hier nicht zahlen. Melde dich an oder wähle eine andere Zahlungsart.',
    fr: 'Une formule ne peut pas servir à payer ici. Connectez-vous ou choisissez un autre moyen de paiement.',
    es: 'Aquí no se puede pagar con un plan. Inicia sesión o elige otra forma de pago.',
  },
  MEMBERSHIP_OFFLINE: {
    message: 'A plan cannot be redeemed on site for this.',
    de: 'Dafür können Tarife nicht vor Ort eingelöst werden.',
    fr: 'Une formule ne peut pas être utilisée sur place pour cela.',
    es: 'Para esto no se puede usar un plan en el local.',
  },
}

/** Refuses with VALIDATION_FAILURE, naming the field. */
export async function assertOptionAccepted(ctx: ReadContext, option: PaymentOption, terms: PaymentTerms): Promise<void> {
  const { role } = ctx.caller
  const payer = {
    isVisitor: role !== 'owner' && role !== 'member',
    redeemsAtDesk: option === 'MEMBERSHIP_OFFLINE' && (await getSetting(ctx, 'plans.redeemAtDesk')),
  }
  const verdict = checkPaymentOption(option, terms, payer)
  if ('refused' in verdict) refuse(verdict.refused, verdict.data, sentences[option])
}
