/** Whether customers may book several services in one visit, at which minutes appointments start, and what customers choose beside the time. */
import { Select, Stack, Switch } from '@mantine/core'
import { bookingsAppId } from '#domains/services/rules/service.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
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
const strategies = [
  { value: 'CUSTOMER_MAY_CHOOSE', label: 'Anyone, or a person they choose' },
  { value: 'CUSTOMER_MUST_CHOOSE', label: 'They choose a person' },
  { value: 'CUSTOMER_CANNOT_CHOOSE', label: 'Anyone who is free' },
] as const
const zones = [
  { value: 'BUSINESS', label: 'Yours, and they can switch to theirs' },
  { value: 'BUSINESS_ONLY', label: 'Yours' },
  { value: 'CUSTOMER', label: 'Theirs, and they can switch to yours' },
  { value: 'CUSTOMER_ONLY', label: 'Theirs' },
] as const
type Config = ReplyOf<'slotConfig.getTimeSlotsConfigurationByAppId'>['timeSlotsConfiguration']
type Change = Pick<InputOf<'slotConfig.updateTimeSlotsConfiguration'>['body']['timeSlotsConfiguration'], 'displayTimeZone' | 'splitInterval' | 'staffSelection'>

const toZoneChoice = ({ basedOn, customerCanChange }: Config['displayTimeZone']): (typeof zones)[number]['value'] =>
  basedOn === 'BUSINESS_TIME_ZONE' ? (customerCanChange ? 'BUSINESS' : 'BUSINESS_ONLY') : customerCanChange ? 'CUSTOMER' : 'CUSTOMER_ONLY'
const toZoneChange = (choice: string): Change => ({
  displayTimeZone: {
    basedOn: choice.startsWith('BUSINESS') ? 'BUSINESS_TIME_ZONE' : 'CUSTOMER_TIME_ZONE',
    customerCanChange: !choice.endsWith('_ONLY'),
  },
})
const toSplitChange = (choice: string): Change => ({
  splitInterval: choice === SAME_AS_DURATION ? { sameAsDuration: true } : { sameAsDuration: false, valueInMinutes: Number(choice) },
})

/** How the starts of appointments are spaced, who chooses who gives them, and in which time zone times are shown. */
function StartTimes() {
  const found = useApiQuery('slotConfig.getTimeSlotsConfigurationByAppId', { params: { appId: bookingsAppId } })
  const update = useApiMutation('slotConfig.updateTimeSlotsConfiguration')
  const may = useMay()
  const config = found.data?.timeSlotsConfiguration
  if (!config || !may('slotConfig.updateTimeSlotsConfiguration')) return null
  const { sameAsDuration, valueInMinutes } = config.splitInterval
  const steps = [...new Set([5, 10, 15, 20, 30, 45, 60, 90, 120, valueInMinutes])].toSorted((a, b) => a - b)
  const save = (change: Change) =>
    void update
      .mutateAsync({ params: { id: config.id }, body: { timeSlotsConfiguration: { revision: config.revision, ...change } } })
      .then(() => toast('Saved.'), toastError)
  const common = { size: 'md', allowDeselect: false, disabled: update.isPending } as const
  return (
    <Card className={css.startTimes}>
      <Stack>
        <Select
          {...common}
          label="Start times of appointments"
          description="Counted from the beginning of working hours."
          value={sameAsDuration ? SAME_AS_DURATION : String(valueInMinutes)}
          onChange={(value) => value && save(toSplitChange(value))}
          data={[
            ...steps.map((step) => ({ value: String(step), label: `Every ${step} minutes` })),
            { value: SAME_AS_DURATION, label: 'One after the other, without gaps' },
          ]}
        />
        <Select
          {...common}
          label="Who gives an appointment"
          description="Where a service has several people. You can choose in every case."
          value={config.staffSelection.strategy}
          onChange={(strategy) => strategy && save({ staffSelection: { strategy } })}
          data={strategies}
        />
        <Select
          {...common}
          label="Time zone of shown times"
          description="For customers in another time zone than yours."
          value={toZoneChoice(config.displayTimeZone)}
          onChange={(value) => value && save(toZoneChange(value))}
          data={zones}
        />
      </Stack>
    </Card>
  )
}
