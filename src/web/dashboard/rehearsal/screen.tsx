import { Alert, Button, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconCalendarTime, IconPlayerTrackNext } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { call, useAsk, useDo } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { said, toastProblem } from '../ask.ts'
import { useSite } from '../business.tsx'
import { addDays, dateIn, dayStart } from '../business-time.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Empty } from '../parts/answers.tsx'
import { Row, State } from '../parts/list.tsx'
import { List, Page, Tabs } from '../parts/page.tsx'
import { useUrl } from '../parts/url.ts'
import { money, when } from '../parts/words.ts'
import { DayPanel } from './day-panel.tsx'
import css from './rehearsal.module.css'

type Rehearsal = ReplyOf<'orders.listRehearsals'>['rehearsals'][number]
type Day = ReplyOf<'orders.getRehearsal'>['days'][number]
type Cards = Rehearsal['cards']
const cardWords: Record<Cards, string> = { WORK: 'Cards pay', FAIL: 'No card pays' }

/** A copy of the running plans, whose clock the owner moves: what will be charged, mailed and ended. */
export function RehearsalScreen() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ copy?: string; open?: string; new?: string }>()
  const found = useAsk('orders.listRehearsals')
  // What was thrown away is not asked for again while the list is read anew.
  const [gone, setGone] = useState<readonly string[]>([])
  const copies = (found.data?.rehearsals ?? []).filter(({ id }) => !gone.includes(id))
  const throwAway = async (id: string) => {
    await call('orders.endRehearsal', { params: { id } })
    setGone([...gone, id])
    void found.refetch()
  }
  const chosen = copies.find(({ id }) => id === url.copy) ?? copies[0]
  return (
    <Page
      title="Rehearsal"
      about="Move the clock of a copy and see what will be charged, mailed and ended. Nothing leaves the copy: no payment is taken and no letter is sent."
      action={
        chosen && copies.length < 3 && !url.new ? (
          <Button size="md" variant="default" onClick={() => setUrl({ new: 'yes' })}>
            New rehearsal
          </Button>
        ) : undefined
      }
    >
      <Answered ask={found}>
        {() =>
          !chosen || url.new ? (
            <Start onStarted={(id) => setUrl({ copy: id, new: undefined })} onLeave={chosen ? () => setUrl({ new: undefined }) : undefined} />
          ) : (
            <>
              {copies.length > 1 && (
                <Tabs
                  label="Rehearsals"
                  param="copy"
                  current={chosen.id}
                  items={copies.map((copy) => ({ value: copy.id, label: `${when(copy.now, site, 'date')} · ${cardWords[copy.cards]}` }))}
                />
              )}
              <Copy key={chosen.id} id={chosen.id} throwAway={() => throwAway(chosen.id)} />
            </>
          )
        }
      </Answered>
    </Page>
  )
}

function Start({ onStarted, onLeave }: { onStarted: (id: string) => void; onLeave?: (() => void) | undefined }) {
  const start = useDo('orders.startRehearsal')
  const [cards, setCards] = useState<Cards>('WORK')
  return (
    <section className={css.start} aria-label="Start a rehearsal">
      <div className={css.startIcon} aria-hidden>
        <IconCalendarTime size={28} stroke={1.6} />
      </div>
      <h2>What would you like to try out?</h2>
      <Text c="dimmed" maw={520}>
        All running plans are copied as they are now. You move the clock of the copy by days or to a date. After a day the copy is thrown away.
      </Text>
      <SegmentedControl
        size="md"
        aria-label="What the saved cards do"
        value={cards}
        onChange={(value) => setCards(value as Cards)}
        data={[
          { value: 'WORK', label: cardWords.WORK },
          { value: 'FAIL', label: cardWords.FAIL },
        ]}
      />
      <Text size="sm" c="dimmed">
        {cards === 'WORK' ? 'Saved cards pay until they expire.' : 'Every card is declined: see the reminders, the new tries and which plans end.'}
      </Text>
      {start.error && (
        <Alert color="red" role="alert">
          {said(start.error)}
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
          onClick={() => start.mutate({ body: { cards } }, { onSuccess: ({ rehearsal }) => onStarted(rehearsal.id) })}
        >
          Start the rehearsal
        </Button>
      </div>
    </section>
  )
}

function Copy({ id, throwAway }: { id: string; throwAway: () => Promise<void> }) {
  const [url, setUrl] = useUrl<{ open?: string }>()
  const found = useAsk(
    'orders.getRehearsal',
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.rehearsal.state === 'RUNNING' ? 1000 : false) },
  )
  return (
    <Answered ask={found}>
      {({ rehearsal, days }) => (
        <Stack gap="lg">
          <Clock rehearsal={rehearsal} throwAway={throwAway} />
          <Totals days={days} />
          <Days days={days} rehearsal={rehearsal} onOpen={(day) => setUrl({ open: day }, { push: true })} />
          <DayPanel id={id} day={days.find(({ date }) => date === url.open)} onClose={() => setUrl({ open: undefined })} />
        </Stack>
      )}
    </Answered>
  )
}

const steps: readonly (readonly [label: string, days: number])[] = [
  ['1 day', 1],
  ['1 week', 7],
  ['30 days', 30],
  ['90 days', 90],
]

/** Where the copy's clock stands, and the ways to move it. */
function Clock({ rehearsal, throwAway }: { rehearsal: Rehearsal; throwAway: () => Promise<void> }) {
  const site = useSite()
  const ask = useConfirm()
  const move = useDo('orders.moveRehearsal')
  const [date, setDate] = useState('')
  const isMoving = rehearsal.state === 'RUNNING' || move.isPending
  const go = (body: { days: number } | { to: string }) => move.mutate({ params: { id: rehearsal.id }, body }, { onError: toastProblem })
  const [from, now, to] = [rehearsal.startedDate, rehearsal.now, rehearsal.target].map((at) => new Date(at).getTime()) as [number, number, number]
  const first = addDays(dateIn(rehearsal.now, site.timeZone), 1)
  return (
    <section className={css.clock} aria-label="The clock of the copy">
      <div className={css.clockHead}>
        <div>
          <p className={css.label}>On the copy it is</p>
          <p className={css.now} role="status">
            {when(rehearsal.now, site, 'long')} {when(rehearsal.now, site, 'date').split(' ').at(-1)}
          </p>
          <Text size="sm" c="dimmed">
            {rehearsal.orders === 1 ? '1 running plan' : `${rehearsal.orders} running plans`}, copied on {when(rehearsal.startedDate, site, 'date')}. Kept until{' '}
            {when(rehearsal.expires, site)}.
          </Text>
        </div>
        <div className={css.state}>
          <State tone={rehearsal.cards === 'WORK' ? 'good' : 'wait'}>{cardWords[rehearsal.cards]}</State>
          <Button
            variant="subtle"
            c="var(--bad)"
            onClick={() =>
              ask({
                title: 'Throw this copy away?',
                happens: 'What it showed is gone. Your site is not touched.',
                verb: 'Throw the copy away',
                keep: 'Keep it',
                danger: true,
                done: 'The copy is gone.',
                run: throwAway,
              })
            }
          >
            Throw away
          </Button>
        </div>
      </div>
      {rehearsal.state === 'RUNNING' ? (
        <div className={css.way}>
          <Text size="sm">On the way to {when(rehearsal.target, site, 'date')}…</Text>
          <Progress value={to > from ? (100 * (now - from)) / (to - from) : 0} aria-label="How far the clock has come" animated />
        </div>
      ) : (
        <form
          className={css.moves}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (date) go({ to: dayStart(addDays(date, 1), site.timeZone) })
          }}
        >
          <div className={css.steps} role="group" aria-label="Move the clock forward">
            {steps.map(([label, days]) => (
              <Button
                key={days}
                variant="light"
                size="md"
                disabled={isMoving}
                leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
                onClick={() => go({ days })}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className={css.toDate}>
            <TextInput size="md" type="date" label="Or to the end of" min={first} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
            <Button type="submit" size="md" disabled={isMoving || !date}>
              Move
            </Button>
          </div>
        </form>
      )}
      {rehearsal.problems > 0 && (
        <Alert color="yellow" mt="md">
          {rehearsal.problems === 1 ? 'One piece of work' : `${rehearsal.problems} pieces of work`} failed on the copy and would be tried again on your site.
        </Alert>
      )}
    </section>
  )
}

type Sum = Day['charged'][number]
const inWords = (sums: readonly Sum[], site: { currency: string; language: string }): string =>
  sums.map(({ amount, currency }) => money({ value: amount, currency }, site)).join(' + ')
/** Sums of one currency after another. */
const total = (days: readonly Day[], of: 'charged' | 'due'): Sum[] => {
  const totals = new Map<string, number>()
  for (const { currency, amount } of days.flatMap((day) => day[of])) totals.set(currency, (totals.get(currency) ?? 0) + Math.round(Number(amount) * 1000))
  return [...totals].map(([currency, thousandths]) => ({ currency, amount: String(thousandths / 1000) }))
}

function Totals({ days }: { days: readonly Day[] }) {
  const site = useSite()
  const count = (of: 'payments' | 'declines' | 'letters' | 'ended') => days.reduce((n, day) => n + day[of], 0)
  const due = total(days, 'due')
  return (
    <dl className={css.totals} aria-label="In all">
      <div>
        <dt>Charged to cards</dt>
        <dd>{inWords(total(days, 'charged'), site) || money({ value: '0' }, site)}</dd>
      </div>
      {due.length > 0 && (
        <div>
          <dt>To collect by hand</dt>
          <dd>{inWords(due, site)}</dd>
        </div>
      )}
      <div>
        <dt>Declined</dt>
        <dd>{count('declines')}</dd>
      </div>
      <div>
        <dt>Letters</dt>
        <dd>{count('letters')}</dd>
      </div>
      <div>
        <dt>Plans that end</dt>
        <dd>{count('ended')}</dd>
      </div>
    </dl>
  )
}

const some = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])

function Days({ days, rehearsal, onOpen }: { days: readonly Day[]; rehearsal: Rehearsal; onOpen: (day: string) => void }) {
  const site = useSite()
  if (days.length === 0)
    return (
      <Empty
        icon={<IconCalendarTime size={26} />}
        title={rehearsal.now === rehearsal.startedDate ? 'Move the clock to see what comes' : 'Nothing happens until then'}
      >
        {rehearsal.orders === 0 ? 'No plan is running yet, so nothing is to come.' : 'Payments, letters and ends appear here day by day.'}
      </Empty>
    )
  return (
    <List label="Day by day">
      {days.map((day) => (
        <Row
          key={day.date}
          title={when(dayStart(day.date, site.timeZone), site, 'long')}
          sub={[
            ...some(day.payments, 'payment'),
            ...some(day.declines, 'decline'),
            ...some(day.started, 'plan starts', 'plans start'),
            ...some(day.renewed, 'plan renews', 'plans renew'),
            ...some(day.ended, 'plan ends', 'plans end'),
            ...some(day.letters, 'letter'),
            ...(day.due.length > 0 ? [`${inWords(day.due, site)} to collect by hand`] : []),
          ].join(' · ')}
          facts={
            <>
              {day.declines > 0 && <State tone="bad">Declined</State>}
              {day.ended > 0 && <State tone="wait">Ends</State>}
              {day.charged.length > 0 && <strong className={css.sum}>{inWords(day.charged, site)}</strong>}
            </>
          }
          onOpen={() => onOpen(day.date)}
        />
      ))}
    </List>
  )
}
