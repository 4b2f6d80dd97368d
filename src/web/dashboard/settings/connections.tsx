/** The mail server, the provider of text messages and Stripe: who set them up, whether they work, and how they are connected from here. */
import { useApiQuery } from '#web/api.ts'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { EmailConnection } from './email-connection.tsx'
import { StripeConnection } from './stripe-connection.tsx'
import { TextConnection } from './text-connection.tsx'

export function ConnectionSettings() {
  const found = useApiQuery('connections.getConnections')
  return (
    <QueryView query={found} loading={<CardSkeletons cards={3} height={320} />}>
      {(connections) => (
        <>
          <EmailConnection connections={connections} />
          <TextConnection texts={connections.texts} />
          <StripeConnection connections={connections} />
        </>
      )}
    </QueryView>
  )
}
