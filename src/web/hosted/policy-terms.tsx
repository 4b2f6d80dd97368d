/** The booking policy in words, beside the button that books. */
import { lazy, Suspense } from 'react'
import { describeCancellation, type Service } from '../site/catalog.ts'

// A form without a service says nothing of it.
const MorePolicy = lazy(async () => ({ default: (await import('./more-policy.tsx')).MorePolicy }))

export function PolicyTerms({ service }: { service: Service }) {
  return (
    <p className="small dim">
      {describeCancellation(service)}.
      <Suspense fallback={null}>
        <MorePolicy service={service} />
      </Suspense>
    </p>
  )
}
