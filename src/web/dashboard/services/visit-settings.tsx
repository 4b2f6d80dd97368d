/** Whether customers may book several services in one visit, at which minutes appointments start, and what customers choose beside the time. */
import { Select, Stack, Switch } from '@mantine/core'
import { bookingsAppId } from '#domains/services/rules/service.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import { Card, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { useMay } from '../permissions.tsx'
import css from './services.module.css'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    nowSeveral: 'Customers can book several services at once.',
    nowOne: 'Customers book one service at a time.',
    visits: 'Visits',
    several: 'Several services in one visit',
    severalAbout: 'Customers can add appointments and book them one after the other. Visits already booked stay as they are.',
    anyoneOrPerson: 'Anyone, or a person they choose',
    theyChoose: 'They choose a person',
    yoursOrTheirs: 'Yours, and they can switch to theirs',
    yours: 'Yours',
    theirsOrYours: 'Theirs, and they can switch to yours',
    theirs: 'Theirs',
    starts: 'Start times of appointments',
    startsAbout: 'Counted from the beginning of working hours.',
    every: (minutes: number) => `Every ${minutes} minutes`,
    withoutGaps: 'One after the other, without gaps',
    who: 'Who gives an appointment',
    whoAbout: 'Where a service has several people. You can choose in every case.',
    zone: 'Time zone of shown times',
    zoneAbout: 'For customers in another time zone than yours.',
  },
  {
    de: {
      nowSeveral: 'Kunden können mehrere Angebote auf einmal buchen.',
      nowOne: 'Kunden buchen ein Angebot nach dem anderen.',
      visits: 'Besuche',
      several: 'Mehrere Angebote in einem Besuch',
      severalAbout: 'Kunden können Termine sammeln und direkt nacheinander buchen. Schon gebuchte Besuche bleiben, wie sie sind.',
      anyoneOrPerson: 'Egal wer oder eine gewählte Person',
      theyChoose: 'Kunden wählen eine Person',
      yoursOrTheirs: 'Deine, und Kunden können zu ihrer wechseln',
      yours: 'Deine',
      theirsOrYours: 'Ihre, und Kunden können zu deiner wechseln',
      theirs: 'Ihre',
      starts: 'Startzeiten von Terminen',
      startsAbout: 'Gezählt vom Beginn der Arbeitszeiten an.',
      every: (minutes) => (minutes === 1 ? 'Jede Minute' : `Alle ${minutes} Minuten`),
      withoutGaps: 'Direkt nacheinander, ohne Lücken',
      who: 'Wer einen Termin übernimmt',
      whoAbout: 'Wenn mehrere Personen ein Angebot übernehmen. Du kannst immer wählen.',
      zone: 'Zeitzone der gezeigten Zeiten',
      zoneAbout: 'Für Kunden in einer anderen Zeitzone als deiner.',
    },
  },
)
const text = currentMessages(messages)
const wordText = currentMessages(words)

export function VisitSettings() {
  const t = useMessages(messages)
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
        toast(enabled ? t.nowSeveral : t.nowOne, {
          label: commonWords.undo,
          run: () => void save(!enabled, next).catch(toastError),
        }),
      toastError,
    )
  return (
    <Section title={t.visits}>
      <QueryView query={found} loading={<CardSkeletons cards={1} height={96} />}>
        {({ bookingsSettings: { revision, multiServiceAppointments } }) => (
          <Card>
            <Switch
              size="md"
              label={t.several}
              description={t.severalAbout}
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
  { value: 'CUSTOMER_MAY_CHOOSE', label: text.anyoneOrPerson },
  { value: 'CUSTOMER_MUST_CHOOSE', label: text.theyChoose },
  { value: 'CUSTOMER_CANNOT_CHOOSE', label: wordText.anyoneFree },
] as const
const zones = [
  { value: 'BUSINESS', label: text.yoursOrTheirs },
  { value: 'BUSINESS_ONLY', label: text.yours },
  { value: 'CUSTOMER', label: text.theirsOrYours },
  { value: 'CUSTOMER_ONLY', label: text.theirs },
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
  const t = useMessages(messages)
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
      .then(() => toast(commonWords.saved), toastError)
  const common = { size: 'md', allowDeselect: false, disabled: update.isPending } as const
  return (
    <Card className={css.startTimes}>
      <Stack>
        <Select
          {...common}
          label={t.starts}
          description={t.startsAbout}
          value={sameAsDuration ? SAME_AS_DURATION : String(valueInMinutes)}
          onChange={(value) => value && save(toSplitChange(value))}
          data={[...steps.map((step) => ({ value: String(step), label: t.every(step) })), { value: SAME_AS_DURATION, label: t.withoutGaps }]}
        />
        <Select
          {...common}
          label={t.who}
          description={t.whoAbout}
          value={config.staffSelection.strategy}
          onChange={(strategy) => strategy && save({ staffSelection: { strategy } })}
          data={strategies}
        />
        <Select
          {...common}
          label={t.zone}
          description={t.zoneAbout}
          value={toZoneChoice(config.displayTimeZone)}
          onChange={(value) => value && save(toZoneChange(value))}
          data={zones}
        />
      </Stack>
    </Card>
  )
}
