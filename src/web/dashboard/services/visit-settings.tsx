/** Whether customers may book several services in one visit. */
import { Switch } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { useMay } from '../permissions.tsx'

export function VisitSettings() {
  const found = useApiQuery('bookingsSettings.getBookingsSettings')
  const update = useApiMutation('bookingsSettings.updateBookingsSettings')
  const may = useMay()
  const save = async (enabled: boolean, revision: string) => {
    const { bookingsSettings } = await update.mutateAsync({ body: { bookingsSettings: { revision, multiServiceAppointments: { enabled } } } })
    return bookingsSettings.revision
  }
  const change = (enabled: boolean, revision: string) =>
    void save(enabled, revision).then(
      (next) =>
        toast(enabled ? 'Customers can book several services at once.' : 'Customers book one service at a time.', {
          label: 'Undo',
          run: () => void save(!enabled, next).catch(toastError),
        }),
      toastError,
    )
  return (
    <Section title="Visits">
      <QueryView query={found} loading={<CardSkeletons cards={1} height={96} />}>
        {({ bookingsSettings: { revision, multiServiceAppointments } }) => (
          <Card>
            <Switch
              size="md"
              label="Several services in one visit"
              description="Customers can add appointments and book them one after the other. Visits already booked stay as they are."
              checked={multiServiceAppointments.enabled}
              disabled={update.isPending || !may('bookingsSettings.updateBookingsSettings')}
              onChange={(event) => change(event.currentTarget.checked, revision)}
            />
          </Card>
        )}
      </QueryView>
    </Section>
  )
}
