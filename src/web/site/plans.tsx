import { useApiQuery } from '../api.ts'
import { shownPlans } from '#domains/pages/rules/first-calls.ts'
import { Page } from '../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { PlanCard } from './cards.tsx'

const messages = defineMessages(
  {
    title: 'Plans',
    lead: 'Come often, pay less. You’ll see the full price before you pay.',
    notSold: 'Plans aren’t available right now',
    none: 'No plans yet',
    single: 'You can still book single sessions.',
  },
  {
    de: {
      title: 'Tarife',
      lead: 'Komm öfter, zahl weniger. Den vollen Preis siehst du vor dem Kauf.',
      notSold: 'Zurzeit sind keine Tarife verfügbar',
      none: 'Noch keine Tarife',
      single: 'Einzelne Termine kannst du trotzdem buchen.',
    },
    fr: {
      title: 'Formules',
      lead: 'Venez plus souvent, payez moins. Le prix total s’affiche avant le paiement.',
      notSold: 'Aucune formule n’est en vente pour le moment',
      none: 'Aucune formule pour le moment',
      single: 'Vous pouvez tout de même réserver des séances à l’unité.',
    },
    es: {
      title: 'Planes',
      lead: 'Ven más a menudo y paga menos. Verás el precio total antes de pagar.',
      notSold: 'Ahora mismo no hay planes a la venta',
      none: 'Aún no hay planes',
      single: 'Aun así puedes reservar sesiones sueltas.',
    },
  },
)

export function Plans() {
  const t = useMessages(messages)
  const plans = useApiQuery('plans.listPublicPlans', { query: { limit: shownPlans } })
  return (
    <Page title={t.title} lead={t.lead}>
      {plans.isPending ? (
        <Skeletons kind="plans" />
      ) : plans.error?.code === 'PRICING_PLANS_NOT_INSTALLED' ? (
        <div className="card">
          <EmptyState title={t.notSold}>{t.single}</EmptyState>
        </div>
      ) : plans.error ? (
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      ) : plans.data.plans.length === 0 ? (
        <div className="card">
          <EmptyState title={t.none}>{t.single}</EmptyState>
        </div>
      ) : (
        <div className="grid plans" data-count={Math.min(plans.data.plans.length, 4)}>
          {plans.data.plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} heading="h2" />
          ))}
        </div>
      )}
    </Page>
  )
}
