/** The sessions of a plan: every movement with who and why, and giving or taking some by hand. */
import { Button, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MAX_CREDIT_CHANGE } from '#domains/orders/rules/credit-change.ts'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { Allowed } from '../permissions.tsx'
import { messages } from './credits-panel.messages.ts'
import { formatInstant } from './format-times.ts'
import { Row } from './list.tsx'
import { List, Section } from './page.tsx'
import { QueryView } from './query-view.tsx'
import { SaveError } from './save-error.tsx'
import { SidePanel } from './side-panel.tsx'

type Entry = ReplyOf<'checkout.getCreditHistory'>['entries'][number]
const text = currentMessages(messages)
const kindLabels: Readonly<Record<string, string>> = text.kinds
const reasonLabels: Readonly<Record<string, string>> = text.reasons
const describeEntry = ({ reason, kind }: Entry): string => reasonLabels[reason ?? ''] ?? kindLabels[kind] ?? kind

interface CreditsPanelProps {
  order: Pick<Order, 'id' | 'planName' | 'status'>
  /** Whose plan it is. */
  name: string
  onClose: () => void
}
export function CreditsPanel({ order, name, onClose }: CreditsPanelProps) {
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } })
  const isRunning = order.status === 'ACTIVE' || order.status === 'PAUSED'
  return (
    <SidePanel open onClose={onClose} title={t.title(order.planName)}>
      <QueryView query={found}>
        {({ balance, unlimited, entries }) => (
          <>
            <Text fw={600}>{unlimited ? t.unlimited : t.left(balance ?? 0, name)}</Text>
            {balance !== undefined && isRunning && (
              <Allowed operation="checkout.changeCredits">
                <ChangeCredits orderId={order.id} balance={balance} name={name} />
              </Allowed>
            )}
            <Section title={t.history}>
              {entries.length === 0 ? (
                <Text c="dimmed">{t.nothing}</Text>
              ) : (
                <List label={t.historyOf}>
                  {entries.toReversed().map((entry) => (
                    <Row
                      key={`${entry.at} ${entry.kind} ${entry.bookingId ?? ''} ${entry.amount}`}
                      title={describeEntry(entry)}
                      sub={[formatInstant(entry.at, site), entry.by && t.by(entry.by), entry.note].filter(Boolean).join(' · ')}
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
  const t = useMessages(messages)
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
      toast(direction === 'give' ? t.given(number) : t.taken(number))
      setCount(1)
      setNote('')
    } catch {
      /* shown above the form */
    }
  }
  return (
    <Section title={t.change}>
      <form onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={change.error} />
          <SegmentedControl
            size="md"
            aria-label={t.direction}
            value={direction}
            onChange={(value) => setDirection(value === 'take' ? 'take' : 'give')}
            data={[
              { value: 'give', label: t.give },
              { value: 'take', label: t.take },
            ]}
          />
          <NumberInput
            size="md"
            label={t.count}
            min={1}
            max={most}
            allowDecimal={false}
            clampBehavior="none"
            value={count}
            onChange={setCount}
            error={isValid ? undefined : direction === 'take' ? t.tooMany(most, name, balance) : t.outOfRange}
          />
          <TextInput
            size="md"
            label={t.reason}
            description={t.reasonAbout}
            required
            withAsterisk={false}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Text role="status">{isValid ? t.effect(name, after, balance) : ''}</Text>
          <Button type="submit" size="md" disabled={!isValid} loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {(direction === 'give' ? t.giveSome : t.takeSome)(isValid ? number : undefined)}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
