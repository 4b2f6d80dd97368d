import { Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAsk } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { dayStart } from '../business-time.ts'
import { Answered } from '../parts/answers.tsx'
import { Row, State, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { money, when } from '../parts/words.ts'
import css from './rehearsal.module.css'

type Day = ReplyOf<'orders.getRehearsal'>['days'][number]
const size = 25
const outcomes: Record<'PAID' | 'DECLINED' | 'DUE', [string, Tone]> = { PAID: ['Paid', 'good'], DECLINED: ['Declined', 'bad'], DUE: ['To collect', 'wait'] }
const changeWords: Record<ReplyOf<'orders.listRehearsalChanges'>['changes'][number]['change'], [string, Tone]> = {
  STARTED: ['Starts', 'good'],
  RENEWED: ['Renews', 'good'],
  ENDED: ['Ends', 'quiet'],
  CANCELED: ['Cancelled', 'wait'],
  FAILED: ['Ends unpaid', 'bad'],
}

/** One day of the copy: payments, plans, and every letter with its words. */
export function DayPanel({ id, day, onClose }: { id: string; day: Day | undefined; onClose: () => void }) {
  const site = useSite()
  return (
    <SidePanel open={Boolean(day)} onClose={onClose} size={620} title={day ? when(dayStart(day.date, site.timeZone), site, 'long') : 'Day'}>
      {day && (
        <>
          {day.payments + day.declines + day.due.length > 0 && <Payments key={`p${day.date}`} id={id} day={day.date} />}
          {day.started + day.renewed + day.ended > 0 && <Changes key={`c${day.date}`} id={id} day={day.date} />}
          {day.letters > 0 && <Letters key={`l${day.date}`} id={id} day={day.date} />}
        </>
      )}
    </SidePanel>
  )
}

function Part({ title, hasMore, more, children }: { title: string; hasMore: boolean; more: () => void; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {children}
      {hasMore && (
        <Button variant="default" mt="sm" onClick={more}>
          Show more
        </Button>
      )}
    </section>
  )
}
/** How many rows a part shows; each press shows more, up to what one answer may hold. */
function useMore(): [limit: number, more: () => void] {
  const [limit, setLimit] = useState(size)
  return [limit, () => setLimit(100)]
}

interface PartOfDay {
  id: string
  day: string
}
function Payments({ id, day }: PartOfDay) {
  const site = useSite()
  const [limit, more] = useMore()
  const found = useAsk('orders.listRehearsalCharges', { params: { id }, query: { day, limit } }, keep)
  return (
    <Answered ask={found}>
      {({ charges, hasMore }) => (
        <Part title="Payments" hasMore={hasMore && limit === size} more={more}>
          <List label="Payments">
            {charges.map((charge) => {
              const [word, tone] = outcomes[charge.outcome]
              return (
                <Row
                  key={`${charge.orderId} ${charge.at}`}
                  title={charge.memberName}
                  sub={[charge.planName, charge.reason].filter(Boolean).join(' · ')}
                  facts={
                    <>
                      <State tone={tone}>{word}</State>
                      <strong>{money({ value: charge.amount, currency: charge.currency }, site)}</strong>
                    </>
                  }
                />
              )
            })}
          </List>
        </Part>
      )}
    </Answered>
  )
}

function Changes({ id, day }: PartOfDay) {
  const [limit, more] = useMore()
  const found = useAsk('orders.listRehearsalChanges', { params: { id }, query: { day, limit } }, keep)
  return (
    <Answered ask={found}>
      {({ changes, hasMore }) => (
        <Part title="Plans" hasMore={hasMore && limit === size} more={more}>
          <List label="Plans">
            {changes.map((change) => {
              const [word, tone] = changeWords[change.change]
              return (
                <Row
                  key={`${change.orderId} ${change.at} ${change.change}`}
                  title={change.memberName}
                  sub={`${change.planName}${change.cycleNumber ? ` · period ${change.cycleNumber}` : ''}`}
                  facts={<State tone={tone}>{word}</State>}
                />
              )
            })}
          </List>
        </Part>
      )}
    </Answered>
  )
}

function Letters({ id, day }: PartOfDay) {
  const [limit, more] = useMore()
  const found = useAsk('orders.listRehearsalLetters', { params: { id }, query: { day, limit } }, keep)
  return (
    <Answered ask={found}>
      {({ letters, hasMore }) => (
        <Part title="Letters" hasMore={hasMore && limit === size} more={more}>
          <ul className={css.letters}>
            {letters.map((letter) => (
              <li key={letter.id}>
                <details>
                  <summary>
                    <span className={css.subject}>{letter.subject}</span>
                    <Text component="span" size="sm" c="dimmed">
                      to {letter.to}
                    </Text>
                  </summary>
                  <pre className={css.letter}>{letter.text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Answered>
  )
}
