/** Offers guests an account, and members their own. */
import { ButtonLink } from '../../kit/button.tsx'
import { saveDraft } from '../../kit/draft.ts'
import { useMessages } from '../../kit/messages.ts'
import { messages } from './manage.messages.tsx'
import type { ManagedBooking } from './managed-booking.ts'

export function AccountHint({ managed }: { managed: ManagedBooking }) {
  const t = useMessages(messages)
  const { email = '', firstName, lastName } = managed.bookings[0]?.booking.contactDetails ?? {}
  const name = [firstName, lastName].filter(Boolean).join(' ')
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
          onClick={() => saveDraft('sign-in', { email, name })}
        >
          {managed.hasAccount ? t.signIn : t.makeAccount}
        </ButtonLink>
      </div>
    </section>
  )
}
