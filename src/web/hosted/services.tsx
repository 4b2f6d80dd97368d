import { useSearch } from '@tanstack/react-router'
import { Services } from '../site/services.tsx'
import '../site/site.css'
import { HostedFrame } from './frame.tsx'

/** The list of services inside a storefront's flow. */
export function HostedServices() {
  const { rs } = useSearch({ strict: false }) as { rs?: string }
  return (
    <HostedFrame title="Services" rs={rs} wide>
      <Services />
    </HostedFrame>
  )
}
