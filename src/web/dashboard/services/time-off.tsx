/** Time off: what staff members ask for, and what the business answers. */
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconBeach } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { addDays, formatDay, todayIn } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { Card, List, Section } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { BookedOnDays } from '../parts/special-day-editor.tsx'
import times from '../parts/times.module.css'
import { Allowed, useMay } from '../permissions.tsx'

import { ConsentOutcome } from './calendars/consent-outcome.tsx'
import { OtherCalendars } from './calendars/other-calendars.tsx'
import { messages } from './time-off.messages.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const text = currentMessages(messages)
const wordText = currentMessages(words)

type Mine = ReplyOf<'staff.listMyTimeOff'>
type Request = Mine['requests'][number]

const dayText = (date: string) => formatDay(date, pageLanguage(), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const daysText = ({ from, until }: Pick<Request, 'from' | 'until'>) => (from === until ? dayText(from) : wordText.days(dayText(from), dayText(until)))
const stateTags: Record<Request['state'], { tone: 'wait' | 'good' | 'bad' | 'quiet'; label: string }> = {
  PENDING: { tone: 'wait', label: text.waiting },
  APPROVED: { tone: 'good', label: text.approved },
  DECLINED: { tone: 'bad', label: text.declined },
  WITHDRAWN: { tone: 'quiet', label: text.withdrawn },
}
const RequestState = ({ state }: Pick<Request, 'state'>) => <StateTag tone={stateTags[state].tone}>{stateTags[state].label}</StateTag>
/** Reason of the one, answer of the other. */
const formatRemarks = ({ reason, note }: Request) => [reason, note && text.answer(note)].filter(Boolean).join(' · ')

export function TimeOff() {
  const mayAnswer = useMay()('staff.approveTimeOff')
  const mine = useApiQuery('staff.listMyTimeOff')
  return (
    <>
      <ConsentOutcome />
      {mayAnswer && <Requests />}
      <QueryView query={mine}>
        {(data) => (
          <>
            <MyTimeOff mine={data} isQuiet={mayAnswer} />
            {data.staffMember && <OtherCalendars staffId={data.staffMember.id} resourceId={data.staffMember.resourceId} />}
          </>
        )}
      </QueryView>
    </>
  )
}

/** What waits for an answer, and the last answers. */
function Requests() {
  const t = useMessages(messages)
  const found = useApiQuery('staff.listTimeOffRequests')
  const [open, setOpen] = useState<Request>()
  return (
    <Section title={t.requests} about={t.requestsAbout}>
      <QueryView query={found}>
        {({ pending, answered }) => (
          <Stack>
            {pending.length === 0 ? (
              <Text c="dimmed">{t.nonePending}</Text>
            ) : (
              <List label={t.pending}>
                {pending.map((one) => (
                  <Row
                    key={one.id}
                    title={one.staffName}
                    sub={[daysText(one), one.reason].filter(Boolean).join(' · ')}
                    facts={<RequestState state={one.state} />}
                    onOpen={() => setOpen(one)}
                  />
                ))}
              </List>
            )}
            {answered.length > 0 && (
              <details>
                <summary>{t.answered}</summary>
                <List label={t.answered}>
                  {answered.map((one) => (
                    <Row
                      key={one.id}
                      title={one.staffName}
                      sub={[daysText(one), formatRemarks(one)].filter(Boolean).join(' · ')}
                      facts={<RequestState state={one.state} />}
                    />
                  ))}
                </List>
              </details>
            )}
          </Stack>
        )}
      </QueryView>
      {open && <AnswerPanel request={open} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}

/** The request with what is booked on its days, before it is answered. */
function AnswerPanel({ request, onClose }: { request: Request; onClose: () => void }) {
  const t = useMessages(messages)
  const approve = useApiMutation('staff.approveTimeOff')
  const decline = useApiMutation('staff.declineTimeOff')
  const [note, setNote] = useState('')
  const answer = async (mutation: typeof approve | typeof decline, done: string) => {
    try {
      await mutation.mutateAsync({ params: { id: request.id }, body: { note: note.trim() } })
      toast(done)
      onClose()
    } catch {
      /* shown above */
    }
  }
  const owner = { kind: 'staff' as const, resourceId: request.resourceId, name: request.staffName }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t.timeOffOf(request.staffName)}
      footer={
        <>
          <Allowed operation="staff.approveTimeOff">
            <Button size="md" loading={approve.isPending} onClick={() => void answer(approve, t.wasApproved)}>
              {t.approve}
            </Button>
          </Allowed>
          <Allowed operation="staff.declineTimeOff">
            <Button size="md" variant="subtle" c="var(--bad)" loading={decline.isPending} onClick={() => void answer(decline, t.wasDeclined)}>
              {t.decline}
            </Button>
          </Allowed>
        </>
      }
    >
      <Stack>
        <SaveError error={approve.error ?? decline.error} />
        <Text fw={600}>{daysText(request)}</Text>
        {request.reason && <Text>{request.reason}</Text>}
        <Allowed operation="bookingPages.listBookedOnDays">
          <BookedOnDays owner={owner} form={{ kind: 'closed', from: request.from, until: request.until, periods: [] }} />
        </Allowed>
        <Textarea
          size="md"
          label={t.message}
          description={t.messageAbout(request.staffName)}
          autosize
          minRows={2}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
    </SidePanel>
  )
}

/** The requests of the signed-in user. `isQuiet`: they answer requests of others, and see no note that they have none. */
function MyTimeOff({ mine, isQuiet }: { mine: Mine; isQuiet: boolean }) {
  const t = useMessages(messages)
  const { staffMember, requests } = mine
  const withdraw = useApiMutation('staff.withdrawTimeOff')
  const openConfirm = useConfirm()
  if (!staffMember)
    return isQuiet ? null : (
      <EmptyState icon={<IconBeach size={26} />} title={t.notConnected}>
        {t.notConnectedAbout}
      </EmptyState>
    )
  const askToWithdraw = (one: Request) =>
    openConfirm({
      title: t.askWithdraw,
      description: t.withdrawAbout(daysText(one)),
      confirmLabel: t.withdraw,
      cancelLabel: commonWords.cancel,
      successMessage: t.wasWithdrawn,
      onConfirm: () => withdraw.mutateAsync({ params: { id: one.id } }),
    })
  return (
    <Section title={t.mine} about={t.mineAbout}>
      <Stack>
        <RequestForm />
        {requests.length > 0 && (
          <List label={t.mine}>
            {requests.map((one) => (
              <Row
                key={one.id}
                title={daysText(one)}
                sub={formatRemarks(one)}
                facts={<RequestState state={one.state} />}
                actions={
                  one.state === 'PENDING' ? (
                    <Button variant="subtle" onClick={() => askToWithdraw(one)}>
                      {t.withdraw}
                    </Button>
                  ) : undefined
                }
              />
            ))}
          </List>
        )}
      </Stack>
    </Section>
  )
}

function RequestForm() {
  const t = useMessages(messages)
  const { timeZone } = useSite()
  const request = useApiMutation('staff.requestTimeOff')
  const today = todayIn(timeZone)
  const blank = { from: addDays(today, 1), until: addDays(today, 1), reason: '' }
  const [form, setForm] = useState(blank)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await request.mutateAsync({ body: { ...form, reason: form.reason.trim() } })
      setForm(blank)
      toast(t.sent)
    } catch {
      /* shown above the form */
    }
  }
  return (
    <Card>
      <form onSubmit={(event) => void send(event)}>
        <Stack maw={520}>
          <SaveError error={request.error} />
          <div className={times.pair}>
            <TextInput
              size="md"
              type="date"
              label={t.firstDay}
              required
              withAsterisk={false}
              min={today}
              value={form.from}
              onChange={(event) => {
                const from = event.currentTarget.value
                setForm({ ...form, from, until: form.until < from ? from : form.until })
              }}
            />
            <TextInput
              size="md"
              type="date"
              label={t.lastDay}
              required
              withAsterisk={false}
              min={form.from}
              value={form.until}
              onChange={(event) => setForm({ ...form, until: event.currentTarget.value })}
            />
          </div>
          <TextInput
            size="md"
            label={t.reason}
            description={t.reasonAbout}
            maxLength={200}
            value={form.reason}
            onChange={(event) => setForm({ ...form, reason: event.currentTarget.value })}
          />
          <Button type="submit" size="md" loading={request.isPending} style={{ alignSelf: 'flex-start' }}>
            {t.request}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
