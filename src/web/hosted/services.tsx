import { useSearch } from '@tanstack/react-router'
import { Services } from '../site/services.tsx'
import '../site/site.css'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { HostedLayout } from './layout.tsx'

const messages = defineMessages({ title: 'Services' }, { de: { title: 'Angebote' } })

/** The list of services inside a storefront's flow. */
export function HostedServices() {
  const { rs } = useSearch({ strict: false }) as { rs?: string }
  return (
    <HostedLayout title={useMessages(messages).title} rs={rs} wide>
      <Services />
    </HostedLayout>
  )
}
