/** Options and add-ons of a service. Asked only where the service says that it has some. */
import { useQuery } from '@tanstack/react-query'
import { type ApiError, call } from '../api.ts'
import { hasOffer, type Service } from './catalog.ts'
import { noOffer, type Offer, toOffer } from './extras.ts'

async function loadOffer(service: Service): Promise<Offer> {
  const body = { query: { filter: { serviceId: service.id } } }
  const [options, groups] = await Promise.all([
    service.payment?.rateType === 'VARIED' ? call('serviceOptions.queryServiceOptionsAndVariants', { body }) : undefined,
    service.addOnGroups?.length ? call('addOns.listAddOnGroupsByServiceId', { body: { serviceId: service.id } }) : undefined,
  ])
  return toOffer(service, options?.serviceOptionsAndVariantsList[0], groups?.addOnGroupsDetails ?? [])
}

export function useOffer(service: Service | undefined | null): { offer: Offer; isPending: boolean; error: ApiError | null } {
  const enabled = service ? hasOffer(service) : false
  const query = useQuery<Offer, ApiError>({
    // Beside the service, so that both are asked anew together.
    queryKey: ['service', 'offer', service?.id],
    enabled,
    queryFn: () => loadOffer(service as Service),
  })
  return { offer: query.data ?? noOffer, isPending: enabled && query.isPending, error: query.error }
}
