/** Warnings about the payment provider: test mode, an invalid key, renewals that are not charged. */
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { Allowed } from '../permissions.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { formatInstant } from '../parts/format-times.ts'

/** Who may not open the connections reads the same sentence without the link. */
const SetUpLink = ({ children }: { children: string }) => (
  <Allowed operation="connections.getConnections" otherwise={children}>
    <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
      {children}
    </DashboardLink>
  </Allowed>
)

const messages = defineDashboardMessages(
  {
    broken: 'Card payments aren’t working',
    onHold: (since: string) => `Charges have been on hold since ${since}. Nothing is lost: they resume when the provider responds.`,
    checkKeys: (
      <>
        Check the keys and <SetUpLink>connect Stripe.</SetUpLink> In the meantime you can sell plans in person.
      </>
    ),
    test: 'Test mode',
    testKeys: (
      <>
        No real money is charged. Only test cards such as 4242 4242 4242 4242 work. To accept real payments,{' '}
        <SetUpLink>replace Stripe’s test keys with live ones.</SetUpLink>
      </>
    ),
    noProvider: (
      <>
        No real money is charged. Only test cards such as 4242 4242 4242 4242 work. To accept real payments, <SetUpLink>connect Stripe.</SetUpLink>
      </>
    ),
  },
  {
    de: {
      broken: 'Kartenzahlungen funktionieren nicht',
      onHold: (since) => `Abbuchungen ruhen seit ${since}. Nichts geht verloren: sie laufen weiter, sobald der Zahlungsanbieter antwortet.`,
      checkKeys: (
        <>
          Prüfe die Schlüssel und <SetUpLink>verbinde Stripe.</SetUpLink> Bis dahin kannst du Tarife vor Ort verkaufen.
        </>
      ),
      test: 'Testmodus',
      testKeys: (
        <>
          Es wird kein echtes Geld abgebucht. Nur Testkarten wie 4242 4242 4242 4242 funktionieren. Für echte Zahlungen{' '}
          <SetUpLink>ersetze die Testschlüssel von Stripe durch echte.</SetUpLink>
        </>
      ),
      noProvider: (
        <>
          Es wird kein echtes Geld abgebucht. Nur Testkarten wie 4242 4242 4242 4242 funktionieren. Für echte Zahlungen <SetUpLink>verbinde Stripe.</SetUpLink>
        </>
      ),
    },
  },
)

export function ProviderNotice() {
  const t = useMessages(messages)
  const site = useSite()
  const { data } = useApiQuery('money.getPaymentSetUp')
  if (!data) return null
  if (data.problem)
    return (
      <Notice tone="bad" title={t.broken}>
        <p>{data.problem}</p>
        <p>
          {data.since ? `${t.onHold(formatInstant(data.since, site))} ` : ''}
          {t.checkKeys}
        </p>
      </Notice>
    )
  return data.testPayments ? (
    <Notice tone="wait" title={t.test}>
      {data.provider === 'stripe' ? t.testKeys : t.noProvider}
    </Notice>
  ) : null
}
