/** Emails that time causes: each with its switch, when it is sent, and how many people would get it today. */
import { Anchor, Button, NumberInput, Switch, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { toastError } from '../api-helpers.ts'
import { automationNames } from '../parts/automation-names.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Cards, Section } from '../parts/page.tsx'
import { CardSkeletons, QueryView } from '../parts/query-view.tsx'
import { useMay } from '../permissions.tsx'
import { DueRecipients } from './due-recipients.tsx'
import css from './emails.module.css'
import { templateName } from '../parts/template-names.ts'

type Automation = ReplyOf<'emailAutomations.listEmailAutomations'>['automations'][number]
type Kind = Automation['kind']

/** What each is about: what follows the number, and who gets it. */
const texts: Readonly<Record<Kind, { after: string; about: string }>> = {
  BEFORE_BOOKING: {
    after: 'hours before a booking starts',
    about: 'Clients with a confirmed booking, unless they booked later than that.',
  },
  AFTER_BOOKING: { after: 'hours after a visit', about: 'Clients whose booking ended, except no-shows.' },
  NO_SHOW: { after: '', about: 'Sent when you mark a no-show and choose to notify the client.' },
  LAPSED: { after: 'days after the last visit', about: 'Clients who have not booked anything since.' },
  BIRTHDAY: { after: '', about: 'Members who gave their date of birth, at 9:00.' },
  PLAN_ENDING: {
    after: 'days before a plan ends',
    about: 'Members whose plan does not renew. Plans of up to two weeks end without notice.',
  },
}

export function Automations() {
  const found = useApiQuery('emailAutomations.listEmailAutomations')
  return (
    <Section title="Reminders and follow-ups" about="Sent automatically. Clients can unsubscribe from each in their account, or with the link in the email.">
      <QueryView query={found} loading={<CardSkeletons cards={6} height={210} />}>
        {({ automations }) => (
          <Cards label="Reminders and follow-ups">
            {automations.map((automation) => (
              <li key={automation.kind}>
                <AutomationCard key={`${automation.isOn} ${automation.amount}`} automation={automation} />
              </li>
            ))}
          </Cards>
        )}
      </QueryView>
    </Section>
  )
}

const countText = ({ isOn, dueToday, kind }: Automation): string => {
  if (dueToday === undefined) return ''
  const people = dueToday === 1 ? '1 email' : `${dueToday} emails`
  if (!isOn) return dueToday === 0 ? 'No one would get it today.' : `${people} today if it were on.`
  const when = kind === 'BEFORE_BOOKING' ? 'left to send today' : 'today'
  return dueToday === 0 ? `Nothing ${when}.` : `${people} ${when}.`
}

function AutomationCard({ automation }: { automation: Automation }) {
  const { kind, isOn, unit, min, max, template } = automation
  const { after, about } = texts[kind]
  const title = automationNames[kind] ?? kind
  const mayChange = useMay()('emailAutomations.updateEmailAutomation')
  const [amount, setAmount] = useState<number | string>(automation.amount)
  const [showsPeople, setShowsPeople] = useState(false)
  const change = useApiMutation('emailAutomations.updateEmailAutomation')
  const save = (body: { isOn: boolean; amount?: number }) =>
    void change
      .mutateAsync({ params: { kind }, body })
      .then(() => toast(body.isOn === isOn ? 'Saved.' : `${title} turned ${body.isOn ? 'on' : 'off'}.`), toastError)
  const isValid = typeof amount === 'number' && Number.isInteger(amount) && amount >= min && amount <= max
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isValid) save({ isOn, amount })
  }
  return (
    <article className={css.automation} aria-label={title}>
      <Switch
        size="md"
        label={title}
        classNames={{ label: css.automationTitle }}
        checked={isOn}
        disabled={!mayChange || change.isPending}
        onChange={(event) => save({ isOn: event.currentTarget.checked })}
      />
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {unit !== 'NONE' && (
        <form onSubmit={submit} className={css.when}>
          <NumberInput
            size="md"
            w={92}
            aria-label={`${title}: ${after}`}
            min={min}
            max={max}
            allowDecimal={false}
            value={amount}
            disabled={!mayChange}
            onChange={setAmount}
            error={!isValid}
          />
          <span>{after}</span>
          {amount !== automation.amount && (
            <Button type="submit" variant="light" disabled={!isValid} loading={change.isPending}>
              Save
            </Button>
          )}
          {!isValid && (
            <Text role="alert" size="sm" c="var(--bad)">
              Enter {min} to {max}.
            </Text>
          )}
        </form>
      )}
      <Text size="sm" mt="auto">
        {countText(automation)}{' '}
        {automation.dueToday ? (
          <>
            <Anchor component="button" type="button" size="sm" aria-label={`Show who gets it: ${title}`} onClick={() => setShowsPeople(true)}>
              Show who
            </Anchor>
            {' · '}
          </>
        ) : null}
        <DashboardLink to="/dashboard/emails" search={{ tab: 'templates', edit: template }} aria-label={`Edit the text: ${templateName(template)}`}>
          Edit the text
        </DashboardLink>
      </Text>
      {showsPeople && <DueRecipients kind={kind} title={title} onClose={() => setShowsPeople(false)} />}
    </article>
  )
}
