/** The sessions of a plan: every movement with who and why, and giving or taking some by hand. */
import { Button, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MAX_CREDIT_CHANGE } from '#domains/orders/rules/credit-change.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { Allowed } from '../permissions.tsx'
import { formatInstant } from './format.ts'
import { Row } from './list.tsx'
import { List, Section } from './page.tsx'
import { QueryView } from './query-view.tsx'
import { SaveError } from './save-error.tsx'
import { SidePanel } from './side-panel.tsx'

type Entry = ReplyOf<'checkout.getCreditHistory'>['entries'][number]
const kindLabels: Readonly<Record<string, string>> = { GRANT: 'Added with the period', EXPIRE: 'Expired', SPEND: 'Booked', RETURN: 'Returned' }
const reasonLabels: Readonly<Record<string, string>> = {
  ORDER_ENDED: 'Expired with the plan',
  REDEEMED: 'Redeemed on site',
  PARTICIPANTS_CHANGED: 'Number of people changed',
  CANCELED_BY_CUSTOMER: 'Returned: client cancelled',
  CANCELED_BY_BUSINESS: 'Returned: cancelled by you',
  DECLINED: 'Returned: request declined',
  NOT_TAKEN_PLACE: 'Returned: session didn’t take place',
  GIVEN_BY_BUSINESS: 'Added manually',
  TAKEN_BY_BUSINESS: 'Removed manually',
}
const describeEntry = ({ reason, kind }: Entry): string => reasonLabels[reason ?? ''] ?? kindLabels[kind] ?? kind
const countSessions = (count: number): string => (count === 1 ? '1 session' : `${count} sessions`)

interface CreditsPanelProps {
  order: Pick<Order, 'id' | 'planName' | 'status'>
  /** Whose plan it is. */
  name: string
  onClose: () => void
}
export function CreditsPanel({ order, name, onClose }: CreditsPanelProps) {
  const site = useSite()
  const found = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } })
  const isRunning = order.status === 'ACTIVE' || order.status === 'PAUSED'
  return (
    <SidePanel open onClose={onClose} title={`Sessions of ${order.planName ?? 'the plan'}`}>
      <QueryView query={found}>
        {({ balance, unlimited, entries }) => (
          <>
            <Text fw={600}>{unlimited ? 'Unlimited sessions' : `${countSessions(balance ?? 0)} left for ${name}`}</Text>
            {balance !== undefined && isRunning && (
              <Allowed operation="checkout.changeCredits">
                <ChangeCredits orderId={order.id} balance={balance} name={name} />
              </Allowed>
            )}
            <Section title="History">
              {entries.length === 0 ? (
                <Text c="dimmed">Nothing yet.</Text>
              ) : (
                <List label="History of sessions">
                  {entries.toReversed().map((entry) => (
                    <Row
                      key={`${entry.at} ${entry.kind} ${entry.bookingId ?? ''} ${entry.amount}`}
                      title={describeEntry(entry)}
                      sub={[formatInstant(entry.at, site), entry.by && `by ${entry.by}`, entry.note].filter(Boolean).join(' · ')}
                      facts={<strong>{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</strong>}
                    />
                  ))}
                </List>
              )}
            </Section>
          </>
        )}
      </QueryView>
    </SidePanel>
  )
}

/** The effect is said before the button is pressed. */
function ChangeCredits({ orderId, balance, name }: { orderId: string; balance: number; name: string }) {
  const change = useApiMutation('checkout.changeCredits')
  const [direction, setDirection] = useState<'give' | 'take'>('give')
  const [count, setCount] = useState<number | string>(1)
  const [note, setNote] = useState('')
  const most = direction === 'give' ? MAX_CREDIT_CHANGE : Math.min(balance, MAX_CREDIT_CHANGE)
  const number = Number(count)
  const isValid = Number.isInteger(number) && number >= 1 && number <= most
  const after = direction === 'give' ? balance + number : balance - number
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isValid) return
    try {
      await change.mutateAsync({ params: { id: orderId }, body: { amount: after - balance, note: note.trim() } })
      toast(direction === 'give' ? `${countSessions(number)} given.` : `${countSessions(number)} taken.`)
      setCount(1)
      setNote('')
    } catch {
      /* shown above the form */
    }
  }
  return (
    <Section title="Give or take sessions">
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={change.error} />
          <SegmentedControl
            size="md"
            aria-label="Give or take"
            value={direction}
            onChange={(value) => setDirection(value === 'take' ? 'take' : 'give')}
            data={[
              { value: 'give', label: 'Give' },
              { value: 'take', label: 'Take' },
            ]}
          />
          <NumberInput
            size="md"
            label="Sessions"
            min={1}
            max={most}
            allowDecimal={false}
            clampBehavior="none"
            value={count}
            onChange={setCount}
            error={
              isValid ? undefined : direction === 'take' ? `Choose from 1 to ${most}; ${name} has ${countSessions(balance)} left.` : 'Choose from 1 to 1000.'
            }
          />
          <TextInput
            size="md"
            label="Reason"
            description="Only your team sees it."
            required
            withAsterisk={false}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text role="status">
            {isValid ? `${name} will have ${countSessions(after)} instead of ${balance}. No email is sent; sessions expire with the period.` : ''}
          </Text>
          <Button type="submit" size="md" disabled={!isValid} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {direction === 'give' ? `Give ${isValid ? countSessions(number) : 'sessions'}` : `Take ${isValid ? countSessions(number) : 'sessions'}`}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
