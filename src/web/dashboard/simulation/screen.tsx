import { Alert, Button, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarTime, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { call, useApiQuery, useApiMutation } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format.ts'
import { forecastSearch } from '../search-params.ts'
import { DayPanel } from './day-panel.tsx'
import css from './simulation.module.css'
import { addDays, startOfDay, toDay } from '#web/kit/days.ts'

type Simulation = ReplyOf<'simulations.listSimulations'>['simulations'][number]
type Day = ReplyOf<'simulations.getSimulation'>['days'][number]
type Cards = Simulation['cards']
const cardLabels: Record<Cards, string> = { WORK: 'Cards work', FAIL: 'Cards fail' }

/** A copy of the running plans, whose clock the owner moves: what will be charged, mailed and ended. */
export function SimulationScreen() {
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
      title="Billing forecast"
      about="Simulate the coming weeks to see which plans are charged, renewed or ended. No payments are taken and no emails are sent."
      action={
        chosen && simulations.length < 3 && !url.new ? (
          <Button size="md" variant="default" onClick={() => setUrl({ new: 'yes' })}>
            New forecast
          </Button>
        ) : undefined
      }
    >
      <QueryView query={found}>
        {() =>
          !chosen || url.new ? (
            <StartSimulation onStarted={(id) => setUrl({ copy: id, new: undefined })} onLeave={chosen ? () => setUrl({ new: undefined }) : undefined} />
          ) : (
            <>
              {simulations.length > 1 && (
                <Tabs
                  label="Forecasts"
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

function StartSimulation({ onStarted, onLeave }: { onStarted: (id: string) => void; onLeave?: (() => void) | undefined }) {
  const start = useApiMutation('simulations.startSimulation')
  const [cards, setCards] = useState<Cards>('WORK')
  return (
    <section className={css.start} aria-label="New forecast">
      <div className={css.startIcon} aria-hidden>
        <IconCalendarTime size={28} stroke={1.6} />
      </div>
      <h2>See what’s coming up</h2>
      <Text c="dimmed" maw={520}>
        We simulate all active plans from today. Move forward by days or to a date. Forecasts are deleted after a day.
      </Text>
      <SegmentedControl
        size="md"
        aria-label="Saved cards"
        value={cards}
        onChange={(value) => setCards(value as Cards)}
        data={[
          { value: 'WORK', label: cardLabels.WORK },
          { value: 'FAIL', label: cardLabels.FAIL },
        ]}
      />
      <Text size="sm" c="dimmed">
        {cards === 'WORK' ? 'Saved cards work until they expire.' : 'Every card is declined. See reminders, retries and which plans would end.'}
      </Text>
      {start.error && (
        <Alert color="red" role="alert">
          {describeError(start.error)}
        </Alert>
      )}
      <div className={css.buttons}>
        {onLeave && (
          <Button size="md" variant="default" onClick={onLeave}>
            Back
          </Button>
        )}
        <Button
          size="md"
          loading={start.isPending}
          onClick={() => start.mutate({ body: { cards } }, { onSuccess: ({ simulation }) => onStarted(simulation.id) })}
        >
          Start forecast
        </Button>
      </div>
    </section>
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
  ['1 day', 1],
  ['1 week', 7],
  ['30 days', 30],
  ['90 days', 90],
]

/** The date of the copy, and the buttons that advance it. */
function Clock({ simulation, discard }: { simulation: Simulation; discard: () => Promise<void> }) {
  const site = useSite()
  const openConfirm = useConfirm()
  const move = useApiMutation('simulations.advanceSimulation')
  const [date, setDate] = useState('')
  const isMoving = simulation.state === 'RUNNING' || move.isPending
  const moveClock = (body: { days: number } | { to: string }) => move.mutate({ params: { id: simulation.id }, body }, { onError: toastError })
  const [from, now, to] = [simulation.startedDate, simulation.now, simulation.target].map((at) => new Date(at).getTime()) as [number, number, number]
  const first = addDays(toDay(simulation.now, site.timeZone), 1)
  return (
    <section className={css.clock} aria-label="Forecast date">
      <div className={css.clockHead}>
        <div>
          <p className={css.label}>Forecast date</p>
          <p className={css.now} role="status">
            {formatInstant(simulation.now, site, 'long')} {formatInstant(simulation.now, site, 'date').split(' ').at(-1)}
          </p>
          <Text size="sm" c="dimmed">
            {simulation.orders === 1 ? '1 active plan' : `${simulation.orders} active plans`}, as of {formatInstant(simulation.startedDate, site, 'date')}.
            Available until {formatInstant(simulation.expires, site)}.
          </Text>
        </div>
        <div className={css.state}>
          <StateTag tone={simulation.cards === 'WORK' ? 'good' : 'wait'}>{cardLabels[simulation.cards]}</StateTag>
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              openConfirm({
                title: 'Delete this forecast?',
                description: 'Its results are removed. Your site isn’t affected.',
                confirmLabel: 'Delete forecast',
                cancelLabel: 'Cancel',
                danger: true,
                successMessage: 'Forecast deleted.',
                onConfirm: discard,
              })
            }
          >
            Delete
          </Button>
        </div>
      </div>
      {simulation.state === 'RUNNING' ? (
        <div className={css.way}>
          <Text size="sm">Simulating until {formatInstant(simulation.target, site, 'date')}…</Text>
          <Progress value={to > from ? (100 * (now - from)) / (to - from) : 0} aria-label="Progress" animated />
        </div>
      ) : (
        <form
          className={css.moves}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (date) moveClock({ to: startOfDay(addDays(date, 1), site.timeZone) })
          }}
        >
          <div className={css.steps} role="group" aria-label="Move forward">
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
            <TextInput size="md" type="date" label="Or up to and including" min={first} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
            <Button type="submit" size="md" disabled={isMoving || !date}>
              Move
            </Button>
          </div>
        </form>
      )}
      {simulation.problems > 0 && (
        <Alert color="yellow" mt="md">
          {simulation.problems === 1 ? '1 task' : `${simulation.problems} tasks`} failed in the simulation and would be retried on your site.
        </Alert>
      )}
    </section>
  )
}

type Sum = Day['charged'][number]
const formatSums = (sums: readonly Sum[], site: { currency: string; language: string }): string =>
  sums.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
/** Sums of one currency after another. */
const total = (days: readonly Day[], of: 'charged' | 'due'): Sum[] => {
  const totals = new Map<string, number>()
  for (const { currency, amount } of days.flatMap((day) => day[of])) totals.set(currency, (totals.get(currency) ?? 0) + Math.round(Number(amount) * 1000))
  return [...totals].map(([currency, thousandths]) => ({ currency, amount: String(thousandths / 1000) }))
}

function Totals({ days }: { days: readonly Day[] }) {
  const site = useSite()
  const count = (of: 'payments' | 'declines' | 'emails' | 'ended') => days.reduce((n, day) => n + day[of], 0)
  const due = total(days, 'due')
  return (
    <dl className={css.totals} aria-label="Totals">
      <div>
        <dt>Charged to cards</dt>
        <dd>{formatSums(total(days, 'charged'), site) || formatPrice({ value: '0' }, site)}</dd>
      </div>
      {due.length > 0 && (
        <div>
          <dt>To collect in person</dt>
          <dd>{formatSums(due, site)}</dd>
        </div>
      )}
      <div>
        <dt>Declined</dt>
        <dd>{count('declines')}</dd>
      </div>
      <div>
        <dt>Emails</dt>
        <dd>{count('emails')}</dd>
      </div>
      <div>
        <dt>Plans ending</dt>
        <dd>{count('ended')}</dd>
      </div>
    </dl>
  )
}

const formatCount = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])

function Days({ days, simulation, onOpen }: { days: readonly Day[]; simulation: Simulation; onOpen: (day: string) => void }) {
  const site = useSite()
  if (days.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarTime size={26} />}
        title={simulation.now === simulation.startedDate ? 'Move forward to see what’s coming up' : 'Nothing happens until then'}
      >
        {simulation.orders === 0 ? 'There are no active plans yet.' : 'Payments, emails and plan changes appear here day by day.'}
      </EmptyState>
    )
  return (
    <List label="Day by day">
      {days.map((day) => (
        <Row
          key={day.date}
          title={formatInstant(startOfDay(day.date, site.timeZone), site, 'long')}
          sub={[
            ...formatCount(day.payments, 'payment'),
            ...formatCount(day.declines, 'decline'),
            ...formatCount(day.started, 'plan starts', 'plans start'),
            ...formatCount(day.renewed, 'plan renews', 'plans renew'),
            ...formatCount(day.ended, 'plan ends', 'plans end'),
            ...formatCount(day.emails, 'email'),
            ...(day.due.length > 0 ? [`${formatSums(day.due, site)} to collect in person`] : []),
          ].join(' · ')}
          facts={
            <>
              {day.declines > 0 && <StateTag tone="bad">Declined</StateTag>}
              {day.ended > 0 && <StateTag tone="wait">Ends</StateTag>}
              {day.charged.length > 0 && <strong className={css.sum}>{formatSums(day.charged, site)}</strong>}
            </>
          }
          onOpen={() => onOpen(day.date)}
        />
      ))}
    </List>
  )
}
