/** The booking page: what, when, where and what it costs beside the form; checked again by the server when sent. */
import { lazy, Suspense } from 'react'
import { ButtonLink } from '../kit/button.tsx'
import { useDraft } from '../kit/draft.ts'
import { useApiQuery } from '../api.ts'
import { useMessages } from '../kit/messages.ts'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useSearchParams } from '../search-params.ts'
import { bookingSearch } from '../site-search.ts'
import { type Service, useService } from '../site/catalog.ts'
import { useOffer } from '../site/use-offer.ts'
import { messages } from './booking-form.messages.tsx'
import { type ChosenSlot, fromFlow, fromSearch, toBookedEntity, toSlotKey } from './chosen-slot.ts'
import { flowDraftPrefix, useFlow } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { emptyDraft } from './booking-draft.ts'

// Not needed where nothing is chosen; asked for at once where something is.
const loadDetails = () => import('./booking-details.tsx')
const BookingDetails = lazy(async () => ({ default: (await loadDetails()).BookingDetails }))

export function BookingForm() {
  const t = useMessages(messages)
  const search = useSearchParams(bookingSearch)
  const flow = useFlow(search.rs)
  const draft = useDraft(`${flowDraftPrefix}booking`, emptyDraft)
  const requested = fromFlow(flow.data) ?? fromSearch(search)
  const chosen = requested && draft.fields.movedFrom === toSlotKey(requested) ? (JSON.parse(draft.fields.moved) as ChosenSlot) : requested
  if (chosen) void loadDetails()
  const service = useService(chosen?.serviceId ?? '')
  const { offer, ...offered } = useOffer(service.data)
  const fresh = useSlotCheck(search.rs && flow.data && !search.planOrder ? requested : undefined, service.data)
  const waiting = (search.rs && flow.isPending) || (chosen && (service.isPending || offered.isPending)) || fresh.isChecking
  return (
    <HostedLayout title={t.title} rs={search.rs} wide>
      <h1 className="hosted-title">{t.title}</h1>
      {waiting ? (
        <FormSkeleton />
      ) : flow.error && !requested ? (
        <EmptyState
          title={t.expired}
          action={
            <ButtonLink href="/services" variant="light">
              {t.chooseService}
            </ButtonLink>
          }
        >
          {t.chooseAgain}
        </EmptyState>
      ) : (service.error ?? offered.error) ? (
        <ErrorState error={service.error ?? offered.error} onRetry={() => void service.refetch()} />
      ) : !chosen || !service.data ? (
        <EmptyState
          title={t.nothing}
          action={
            <ButtonLink href="/services" variant="light">
              {t.chooseService}
            </ButtonLink>
          }
        />
      ) : (
        <Suspense fallback={<FormSkeleton />}>
          <BookingDetails
            service={service.data}
            offer={offer}
            chosen={chosen}
            rs={search.rs}
            planOrder={search.planOrder}
            draft={draft}
            flow={flow.data}
            isGone={fresh.isGone && chosen === requested}
            onMove={(to) => draft.change({ moved: JSON.stringify(to), movedFrom: toSlotKey(requested) })}
          />
        </Suspense>
      )}
    </HostedLayout>
  )
}

/** A storefront's slot may be taken by the time that the page opens: it is looked at again. Without an answer the form decides. */
function useSlotCheck(slot: ChosenSlot | undefined, service: Service | null | undefined) {
  const enabled = slot !== undefined && service != null
  const { data, isPending } = useApiQuery(
    'bookingPages.checkSlot',
    { body: slot && service ? toBookedEntity(service, slot) : {} },
    { enabled, retry: false, staleTime: Number.POSITIVE_INFINITY },
  )
  return { isChecking: enabled && isPending, isGone: enabled && data?.isBookable === false }
}

const FormSkeleton = () => (
  <div className="two">
    <Skeletons kind="rows" count={4} />
    <div className="card">
      <Skeletons kind="text" />
    </div>
  </div>
)
