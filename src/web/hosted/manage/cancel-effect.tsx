/** What cancelling means for the spot and the payment. */
import { Money } from '../../kit/money.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages } from '../../kit/messages.ts'
import { useSite } from '../../site-context.tsx'
import { messages } from './cancel-effect.messages.tsx'

interface CancelEffectProps {
  effect: { fee: string; refund: string; visits: number }
  amounts: { paid: string; currency: string }
  start?: string | undefined
  /** Who come together. */
  people: number
}
export function CancelEffect({ effect, amounts, start, people }: CancelEffectProps) {
  const t = useMessages(messages)
  const site = useSite()
  const money = (value: string) => <Money value={value} currency={amounts.currency} />
  const [fee, refund, paid] = [Number(effect.fee), Number(effect.refund), Number(amounts.paid)]
  // Anything beyond the fee is refunded by the business.
  const retained = Math.max(0, refund > 0 ? paid - refund - fee : paid).toFixed(amounts.paid.split('.')[1]?.length ?? 0)
  return (
    <div className="stack-s">
      {start ? (
        <p className="strong">
          <When at={start} />
        </p>
      ) : null}
      <p>{t.placeGoes(people)}</p>
      {fee > 0 ? <p>{t.fee(money(effect.fee))}</p> : null}
      {refund > 0 ? <p>{t.refund(money(effect.refund))}</p> : null}
      {Number(retained) > 0 ? <p>{t.kept(money(retained), site.name)}</p> : null}
      {effect.visits > 0 ? <p>{t.visits(effect.visits)}</p> : null}
      {fee === 0 && refund === 0 && Number(retained) === 0 && effect.visits === 0 ? <p>{t.nothing}</p> : null}
    </div>
  )
}
