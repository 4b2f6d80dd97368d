import { Alert, Button, Progress, Stack, Text, TextInput } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { StateTag } from '../parts/list.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatInstant } from '../parts/format-times.ts'
import { forecastSearch } from '../search-params.ts'
import { useMay } from '../permissions.tsx'
import { ComingDays } from './coming-days.tsx'
import { DayPanel } from './day-panel.tsx'
import css from './simulation.module.css'
import { addDays, startOfDay, toDay } from '#web/kit/days.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { StartSimulation } from './start-simulation.tsx'
import { cardLabels, type Simulation } from './simulation.ts'
import { Days, Totals } from './days.tsx'
import { common } from './common.messages.ts'
import { messages } from './screen.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)

const forecastTabs = [
  { value: 'plans', label: text.plansTab, operation: 'simulations.listSimulations' },
  { value: 'bookings', label: text.bookingsTab, operation: 'bookingForecast.getBookingForecast' },
] as const

/** What is coming: renewals of plans, tried out on a copy, and what is booked. */
export function SimulationScreen() {
  const t = useMessages(messages)
  const may = useMay()
  const [url] = useSearchState(forecastSearch)
  const shown = forecastTabs.filter(({ operation }) => may(operation))
  const tab = shown.find(({ value }) => value === url.tab)?.value ?? shown[0]?.value
  const tabs = shown.length > 1 && <Tabs label={t.forecast} current={tab ?? 'plans'} items={[...shown]} />
  return tab === 'bookings' ? (
    <Page title={t.title} about={t.aboutBookings}>
      {tabs}
      <ComingDays />
    </Page>
  ) : (
    <PlanForecast tabs={tabs} />
  )
}

/** A copy of the running plans, whose clock the owner moves: what will be charged, mailed and ended. */
function PlanForecast({ tabs }: { tabs: ReactNode }) {
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(forecastSearch)
  const found = useApiQuery('simulations.listSimulations')
  // A deleted copy must not be fetched again while the list is refetched.
  const [discardedIds, setDiscardedIds] = useState<readonly string[]>([])
  const simulations = (found.data?.simulations ?? []).filter(({ id }) => !discardedIds.includes(id))
  const discard = async (id: string) => {
    await call('simulations.endSimulation', { params: { id } })
    setDiscardedIds([...discardedIds, id])
    void found.refetch()
  }
  const chosen = simulations.find(({ id }) => id === url.copy) ?? simulations[0]
  return (
    <Page
      title={t.title}
      about={t.aboutPlans}
      action={
        chosen && simulations.length < 3 && !url.new ? (
          <Button size="md" variant="default" onClick={() => setUrl({ new: 'yes' })}>
            {common.newForecast}
          </Button>
        ) : undefined
      }
    >
      {tabs}
      <QueryView query={found}>
        {() =>
          !chosen || url.new ? (
            <StartSimulation onStarted={(id) => setUrl({ copy: id, new: undefined })} onLeave={chosen ? () => setUrl({ new: undefined }) : undefined} />
          ) : (
            <>
              {simulations.length > 1 && (
                <Tabs
                  label={t.forecasts}
                  param="copy"
                  current={chosen.id}
                  items={simulations.map((copy) => ({ value: copy.id, label: `${formatInstant(copy.now, site, 'date')} · ${cardLabels[copy.cards]}` }))}
                />
              )}
              <SimulationView key={chosen.id} id={chosen.id} discard={() => discard(chosen.id)} />
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

function SimulationView({ id, discard }: { id: string; discard: () => Promise<void> }) {
  const [url, setUrl] = useSearchState(forecastSearch)
  const found = useApiQuery(
    'simulations.getSimulation',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.simulation.state === 'RUNNING' ? 1000 : false) },
  )
  return (
    <QueryView query={found}>
      {({ simulation, days }) => (
        <Stack gap="lg">
          <Clock simulation={simulation} discard={discard} />
          <Totals days={days} />
          <Days days={days} simulation={simulation} onOpen={(day) => setUrl({ open: day }, { push: true })} />
          <DayPanel id={id} day={days.find(({ date }) => date === url.open)} onClose={() => setUrl({ open: undefined })} />
        </Stack>
      )}
    </QueryView>
  )
}

const steps: readonly (readonly [label: string, days: number])[] = [
  [text.steps.day, 1],
  [text.steps.week, 7],
  [text.steps.month, 30],
  [text.steps.quarter, 90],
]

/** The date of the copy, and the buttons that advance it. */
function Clock({ simulation, discard }: { simulation: Simulation; discard: () => Promise<void> }) {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const move = useApiMutation('simulations.advanceSimulation')
  const [date, setDate] = useState('')
  const isMoving = simulation.state === 'RUNNING' || move.isPending
  const moveClock = (body: { days: number } | { to: string }) => move.mutate({ params: { id: simulation.id }, body }, { onError: toastError })
  const [from, now, to] = [simulation.startedDate, simulation.now, simulation.target].map((at) => new Date(at).getTime()) as [number, number, number]
  const first = addDays(toDay(simulation.now, site.timeZone), 1)
  return (
    <section className={css.clock} aria-label={t.date}>
      <div className={css.clockHead}>
        <div>
          <p className={css.label}>{t.date}</p>
          <p className={css.now} role="status">
            {formatInstant(simulation.now, site, 'long')} {formatInstant(simulation.now, site, 'date').split(' ').at(-1)}
          </p>
          <Text size="sm" c="dimmed">
            {t.about(simulation.orders, formatInstant(simulation.startedDate, site, 'date'), formatInstant(simulation.expires, site))}
          </Text>
        </div>
        <div className={css.state}>
          <StateTag tone={simulation.cards === 'WORK' ? 'good' : 'wait'}>{cardLabels[simulation.cards]}</StateTag>
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: t.deleteAsk,
                description: t.deleteMeans,
                confirmLabel: t.deleteForecast,
                cancelLabel: commonWords.cancel,
                danger: true,
                successMessage: t.deleted,
                onConfirm: discard,
              })
            }
          >
            {commonWords.delete}
          </Button>
        </div>
      </div>
      {simulation.state === 'RUNNING' ? (
        <div className={css.way}>
          <Text size="sm">{t.simulating(formatInstant(simulation.target, site, 'date'))}</Text>
          <Progress value={to > from ? (100 * (now - from)) / (to - from) : 0} aria-label={t.progress} animated />
        </div>
      ) : (
        <form
          className={css.moves}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (date) moveClock({ to: startOfDay(addDays(date, 1), site.timeZone) })
          }}
        >
          <div className={css.steps} role="group" aria-label={t.forward}>
            {steps.map(([label, days]) => (
              <Button
                key={days}
                variant="light"
                size="md"
                disabled={isMoving}
                leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
                onClick={() => moveClock({ days })}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className={css.toDate}>
            <TextInput size="md" type="date" label={t.upTo} min={first} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
            <Button type="submit" size="md" disabled={isMoving || !date}>
              {t.move}
            </Button>
          </div>
        </form>
      )}
      {simulation.problems > 0 && (
        <Alert color="yellow" mt="md">
          {t.problems(simulation.problems)}
        </Alert>
      )}
    </section>
  )
}
