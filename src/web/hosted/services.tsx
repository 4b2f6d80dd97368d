import { useSearch } from '@tanstack/react-router'
import { Services } from '../site/services.tsx'
import '../site/site.css'
import { useWords, words } from '../kit/words.ts'
import { HostedFrame } from './frame.tsx'

const said = words({ title: 'Services' }, { de: { title: 'Angebote' } })

/** The list of services inside a storefront's flow. */
export function HostedServices() {
  const { rs } = useSearch({ strict: false }) as { rs?: string }
  return (
    <HostedFrame title={useWords(said).title} rs={rs} wide>
      <Services />
    </HostedFrame>
  )
}
