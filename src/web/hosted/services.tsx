import { useSearchParams } from '../search-params.ts'
import { hostedServicesSearch } from '../site-search.ts'
import { Services } from '../site/services.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { HostedLayout } from './layout.tsx'

const messages = defineMessages({ title: 'Services' }, { de: { title: 'Angebote' }, fr: { title: 'Prestations' }, es: { title: 'Servicios' } })

/** The list of services inside a storefront's flow. */
export function HostedServices() {
  const { rs } = useSearchParams(hostedServicesSearch)
  return (
    <HostedLayout title={useMessages(messages).title} rs={rs} wide>
      <Services />
    </HostedLayout>
  )
}
