/** Offers guests an account, and members their own. */
import { ButtonLink } from '../../kit/button.tsx'
import { saveDraft } from '../../kit/draft.ts'
import { useMessages } from '../../kit/messages.ts'
import { messages } from './manage.messages.tsx'
import { type ManagedBooking, nameOfGuest } from './managed-booking.ts'

export function AccountHint({ managed }: { managed: ManagedBooking }) {
  const t = useMessages(messages)
  return (
    <section className="card-quiet stack-s" aria-labelledby="account-hint">
      <h2 className="card-title" id="account-hint">
        {t.account}
      </h2>
      <p className="small">{managed.hasAccount ? t.hasAccountMeans : t.accountMeans}</p>
      <div className="row">
        <ButtonLink
          variant="light"
          href={`/hosted/login?${managed.hasAccount ? '' : 'mode=signup&'}returnUrl=${encodeURIComponent('/account?tab=bookings')}`}
          onClick={() => saveDraft('sign-in', nameOfGuest(managed))}
        >
          {managed.hasAccount ? t.signIn : t.makeAccount}
        </ButtonLink>
      </div>
    </section>
  )
}
