/** Changes the card of one renewing plan or of all. Charges nothing. */
import { useState } from 'react'
import { ApiError, call, queryClient, useApiQuery } from '../../api.ts'
import { noCard } from '../../hosted/card-draft.ts'
import { declineInWords, toCard } from '../../hosted/card-values.ts'
import { CardFields, Challenge } from '../../hosted/card-form.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'

const messages = defineMessages(
  {
    title: (plan: string) => `Change card for ${plan}`,
    unknown: 'Your bank is still checking this card. Please try again in a minute.',
    changed: 'Card updated',
    label: 'Change card',
    use: 'Save card',
    nothingNow: 'You won’t be charged now. Future payments use this card.',
    goOn: 'You’ll continue on our payment provider’s secure page.',
    forAll: 'Use for all my plans',
  },
  {
    de: {
      title: (plan) => `Karte für ${plan} ändern`,
      unknown: 'Deine Bank prüft diese Karte noch. Bitte sieh in einer Minute noch einmal nach.',
      changed: 'Karte geändert',
      label: 'Karte ändern',
      use: 'Diese Karte verwenden',
      nothingNow: 'Jetzt wird nichts abgebucht. Künftige Zahlungen buchen wir von dieser Karte ab.',
      goOn: 'Du wirst zur sicheren Seite unseres Zahlungsanbieters weitergeleitet.',
      forAll: 'Für alle meine Tarife verwenden',
    },
    fr: {
      title: (plan) => `Changer de carte pour ${plan}`,
      unknown: 'Votre banque vérifie encore cette carte. Réessayez dans une minute.',
      changed: 'Carte modifiée',
      label: 'Changer de carte',
      use: 'Enregistrer la carte',
      nothingNow: 'Rien n’est débité maintenant. Les prochains paiements se feront avec cette carte.',
      goOn: 'Vous allez continuer sur la page sécurisée de notre prestataire de paiement.',
      forAll: 'Utiliser pour toutes mes formules',
    },
    es: {
      title: (plan) => `Cambiar la tarjeta de ${plan}`,
      unknown: 'Tu banco aún está comprobando esta tarjeta. Inténtalo de nuevo en un minuto.',
      changed: 'Tarjeta actualizada',
      label: 'Cambiar la tarjeta',
      use: 'Guardar la tarjeta',
      nothingNow: 'Ahora no se te cobra nada. Los próximos pagos se harán con esta tarjeta.',
      goOn: 'Continuarás en la página segura de nuestro proveedor de pagos.',
      forAll: 'Usar para todos mis planes',
    },
  },
)

export interface ChangeCardProps {
  order: { id: string; planName: string; wixPayOrderId: string }
  onClose: () => void
}
export function ChangeCard({ order, onClose }: ChangeCardProps) {
  const t = useMessages(messages)
  const payment = useApiQuery('checkout.getPayment', { params: { wixPayOrderId: order.wixPayOrderId } })
  const [card, setCard] = useState(noCard),
    [forAll, setForAll] = useState(''),
    [challengeId, setChallengeId] = useState<string>(),
    [busy, setBusy] = useState(false),
    [failure, setFailure] = useState<unknown>()
  const handleReply = async (reply: ReplyOf<'checkout.changeCard'>) => {
    if (reply.url) return location.assign(reply.url)
    if (reply.outcome === 'requires_action' && reply.attemptId) {
      setChallengeId(reply.attemptId)
      return
    }
    setChallengeId(undefined)
    if (reply.outcome === 'declined')
      throw new ApiError(402, reply.declineCode ? declineInWords(reply.declineCode) : (reply.message ?? declineInWords(undefined)))
    if (reply.outcome !== 'succeeded') throw new ApiError(502, currentMessages(messages).unknown)
    await queryClient.invalidateQueries()
    toast(currentMessages(messages).changed)
    onClose()
  }
  const answerChallenge = async (choice: 'approve' | 'reject') => {
    if (!challengeId) return
    setBusy(true)
    setFailure(undefined)
    try {
      await handleReply(
        await call('checkout.answerChallenge', { params: { wixPayOrderId: order.wixPayOrderId }, body: { attemptId: challengeId, answer: choice } }),
      )
    } catch (error) {
      setChallengeId(undefined)
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t.title(order.planName)} onClose={onClose}>
      {payment.isPending ? (
        <Skeletons kind="text" />
      ) : payment.error ? (
        <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
      ) : challengeId ? (
        <Challenge busy={busy} onAnswer={(choice) => void answerChallenge(choice)} />
      ) : (
        <Form
          label={t.label}
          submit={t.use}
          error={failure}
          onSubmit={async () => {
            setFailure(undefined)
            const shown =
              payment.data.page === 'own'
                ? { card: toCard(card) }
                : { returnUrl: `/account?${new URLSearchParams({ tab: 'plans', card: order.wixPayOrderId })}` }
            await handleReply(await call('checkout.changeCard', { params: { id: order.id }, body: { ...shown, forAll: forAll === 'true' } }))
          }}
        >
          <p className="dim small">{t.nothingNow}</p>
          {payment.data.page === 'own' ? <CardFields card={card} onChange={setCard} /> : <p className="small">{t.goOn}</p>}
          <FormField name="forAll" type="checkbox" label={t.forAll} value={forAll} onChange={setForAll} />
        </Form>
      )}
    </Dialog>
  )
}
