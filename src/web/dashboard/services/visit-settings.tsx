/** Whether customers may book several services in one visit, and at which minutes appointments start. */
import { Select, Switch } from '@mantine/core'
import { bookingsAppId } from '#domains/services/rules/service.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { useMay } from '../permissions.tsx'
import css from './services.module.css'

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
      <StartTimes />
    </Section>
  )
}

const SAME_AS_DURATION = 'duration'
/** How the starts of appointments are spaced. */
function StartTimes() {
  const found = useApiQuery('slotConfig.getTimeSlotsConfigurationByAppId', { params: { appId: bookingsAppId } })
  const update = useApiMutation('slotConfig.updateTimeSlotsConfiguration')
  const may = useMay()
  const config = found.data?.timeSlotsConfiguration
  if (!config || !may('slotConfig.updateTimeSlotsConfiguration')) return null
  const { sameAsDuration, valueInMinutes } = config.splitInterval
  const steps = [...new Set([5, 10, 15, 20, 30, 45, 60, 90, 120, valueInMinutes])].toSorted((a, b) => a - b)
  const change = (value: string) =>
    void update
      .mutateAsync({
        params: { id: config.id },
        body: {
          timeSlotsConfiguration: {
            revision: config.revision,
            splitInterval: value === SAME_AS_DURATION ? { sameAsDuration: true } : { sameAsDuration: false, valueInMinutes: Number(value) },
          },
        },
      })
      .then(() => toast('Saved.'), toastError)
  return (
    <Card className={css.startTimes}>
      <Select
        size="md"
        label="Start times of appointments"
        description="Counted from the beginning of working hours."
        allowDeselect={false}
        disabled={update.isPending}
        value={sameAsDuration ? SAME_AS_DURATION : String(valueInMinutes)}
        onChange={(value) => value && change(value)}
        data={[
          ...steps.map((step) => ({ value: String(step), label: `Every ${step} minutes` })),
          { value: SAME_AS_DURATION, label: 'One after the other, without gaps' },
        ]}
      />
    </Card>
  )
}
