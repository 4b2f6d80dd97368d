/** The booking policy in words, beside the button that books. */
import { lazy, Suspense } from 'react'
import { describeCancellation, type Service } from '../site/catalog.ts'

// A form without a service says nothing of it.
const MorePolicy = lazy(async () => ({ default: (await import('./more-policy.tsx')).MorePolicy }))

/** `start`: when what is booked begins, where it is known. */
export function PolicyTerms({ service, start }: { service: Service; start: string | undefined }) {
  return (
    <p className="small dim">
      {describeCancellation(service, start)}.
      <Suspense fallback={null}>
        <MorePolicy service={service} start={start} />
      </Suspense>
    </p>
  )
}
