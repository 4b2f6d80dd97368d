/** Saves another order of the services of one category. */
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import type { Service } from '../entities.ts'
import { arrangeServices } from './forms/arrange-services.ts'

const messages = defineDashboardMessages(
  {
    moved: (name: string) => `${name} moved.`,
    conflict: 'Someone else changed a service. Please try again.',
  },
  {
    de: {
      moved: (name) => `„${name}“ verschoben.`,
      conflict: 'Ein Angebot wurde inzwischen geändert. Bitte versuche es noch einmal.',
    },
  },
)

/** `move` puts the service at the index `to` of its category; undefined while an order is being saved. */
export function useArrangement(): ((list: readonly Service[], service: Pick<Service, 'id' | 'name'>, to: number) => void) | undefined {
  const t = useMessages(messages)
  const save = useApiMutation('services.bulkUpdateServices')
  if (save.isPending) return undefined
  return (list, { id, name }, to) => {
    const services = arrangeServices(list, id, to)
    if (services.length === 0) return
    void save
      .mutateAsync({ body: { services: services.map((service) => ({ service })) } })
      .then(({ results }) => toast(results.every(({ itemMetadata }) => itemMetadata.success) ? t.moved(name) : t.conflict))
      .catch(toastError)
  }
}
