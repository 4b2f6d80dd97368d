/** Emails that time causes: each with its switch, when it is sent, and how many people would get it today. */
import { Anchor, Button, NumberInput, Switch, Text } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { useEdits } from '#web/kit/edits.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    kinds: {
      BEFORE_BOOKING: { after: 'hours before a booking starts', about: 'Clients with a confirmed booking, unless they booked later than that.' },
      AFTER_BOOKING: { after: 'hours after a visit', about: 'Clients whose booking ended, except no-shows.' },
      NO_SHOW: { after: '', about: 'Sent when you mark a no-show and choose to notify the client.' },
      LAPSED: { after: 'days after the last visit', about: 'Clients who have not booked anything since.' },
      BIRTHDAY: { after: '', about: 'Members who gave their date of birth, at 9:00.' },
      PLAN_ENDING: { after: 'days before a plan ends', about: 'Members whose plan does not renew. Plans of up to two weeks end without notice.' },
    },
    about: 'Sent automatically. Clients can unsubscribe from each in their account, or with the link in the email.',
    ifOn: (emails: number) =>
      emails === 0 ? 'No one would get it today.' : emails === 1 ? '1 email today if it were on.' : `${emails} emails today if it were on.`,
    leftToday: (emails: number) =>
      emails === 0 ? 'Nothing left to send today.' : emails === 1 ? '1 email left to send today.' : `${emails} emails left to send today.`,
    today: (emails: number) => (emails === 0 ? 'Nothing today.' : emails === 1 ? '1 email today.' : `${emails} emails today.`),
    turned: (title: string, isOn: boolean) => `${title} turned ${isOn ? 'on' : 'off'}.`,
    enter: (min: number, max: number) => `Enter ${min} to ${max}.`,
    showWhoOf: (title: string) => `Show who gets it: ${title}`,
    showWho: 'Show who',
    editOf: (template: string) => `Edit the text: ${template}`,
    edit: 'Edit the text',
  },
  {
    de: {
      kinds: {
        BEFORE_BOOKING: { after: 'Stunden vor Beginn einer Buchung', about: 'Kunden mit bestätigter Buchung, sofern sie nicht später gebucht haben.' },
        AFTER_BOOKING: { after: 'Stunden nach einem Besuch', about: 'Kunden, deren Buchung vorbei ist, außer wenn sie nicht erschienen sind.' },
        NO_SHOW: { after: '', about: 'Wird gesendet, wenn du „nicht erschienen“ markierst und die Benachrichtigung wählst.' },
        LAPSED: { after: 'Tage nach dem letzten Besuch', about: 'Kunden, die seitdem nichts gebucht haben.' },
        BIRTHDAY: { after: '', about: 'Mitglieder, die ihr Geburtsdatum angegeben haben, um 9:00 Uhr.' },
        PLAN_ENDING: {
          after: 'Tage vor dem Ende eines Tarifs',
          about: 'Mitglieder, deren Tarif sich nicht verlängert. Tarife bis zu zwei Wochen enden ohne Hinweis.',
        },
      },
      about: 'Automatisch gesendet. Kunden können jede davon in ihrem Konto oder mit dem Link in der E-Mail abbestellen.',
      ifOn: (emails) =>
        emails === 0
          ? 'Heute würde sie niemand bekommen.'
          : emails === 1
            ? 'Eingeschaltet wäre es heute 1 E-Mail.'
            : `Eingeschaltet wären es heute ${emails} E-Mails.`,
      leftToday: (emails) =>
        emails === 0 ? 'Heute ist nichts mehr zu senden.' : emails === 1 ? 'Heute noch 1 E-Mail zu senden.' : `Heute noch ${emails} E-Mails zu senden.`,
      today: (emails) => (emails === 0 ? 'Heute nichts.' : emails === 1 ? 'Heute 1 E-Mail.' : `Heute ${emails} E-Mails.`),
      turned: (title, isOn) => `${title} ${isOn ? 'eingeschaltet' : 'ausgeschaltet'}.`,
      enter: (min, max) => `Gib ${min} bis ${max} ein.`,
      showWhoOf: (title) => `Zeigen, wer sie bekommt: ${title}`,
      showWho: 'Zeigen, wer',
      editOf: (template) => `Text bearbeiten: ${template}`,
      edit: 'Text bearbeiten',
    },
  },
)

type Automation = ReplyOf<'emailAutomations.listEmailAutomations'>['automations'][number]

export function Automations() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('emailAutomations.listEmailAutomations')
  return (
    <Section title={shared.reminders} about={t.about}>
      <QueryView query={found} loading={<CardSkeletons cards={6} height={210} />}>
        {({ automations }) => (
          <Cards label={shared.reminders}>
            {automations.map((automation) => (
              <li key={automation.kind}>
                <AutomationCard automation={automation} />
              </li>
            ))}
          </Cards>
        )}
      </QueryView>
    </Section>
  )
}

const countText = ({ isOn, dueToday, kind }: Automation): string => {
  const t = currentMessages(messages)
  if (dueToday === undefined) return ''
  if (!isOn) return t.ifOn(dueToday)
  return (kind === 'BEFORE_BOOKING' ? t.leftToday : t.today)(dueToday)
}

function AutomationCard({ automation }: { automation: Automation }) {
  const t = useMessages(messages)
  const { kind, isOn, unit, min, max, template } = automation
  const { after, about } = t.kinds[kind]
  const title = automationNames[kind] ?? kind
  const mayChange = useMay()('emailAutomations.updateEmailAutomation')
  const { values, edit, followSaved } = useEdits<{ amount: number | string }>({ amount: automation.amount })
  const { amount } = values
  const [showsPeople, setShowsPeople] = useState(false)
  const change = useApiMutation('emailAutomations.updateEmailAutomation')
  const save = (body: { isOn: boolean; amount?: number }) =>
    void change.mutateAsync({ params: { kind }, body }).then(() => {
      toast(body.isOn === isOn ? commonWords.saved : t.turned(title, body.isOn))
      return body.amount === undefined ? undefined : followSaved({ amount: body.amount })
    }, toastError)
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
            onChange={(to) => edit({ amount: to })}
            error={!isValid}
          />
          <span>{after}</span>
          {amount !== automation.amount && (
            <Button type="submit" variant="light" disabled={!isValid} loading={change.isPending}>
              {commonWords.save}
            </Button>
          )}
          {!isValid && (
            <Text role="alert" size="sm" c="var(--bad)">
              {t.enter(min, max)}
            </Text>
          )}
        </form>
      )}
      <Text size="sm" mt="auto">
        {countText(automation)}{' '}
        {automation.dueToday ? (
          <>
            <Anchor component="button" type="button" size="sm" aria-label={t.showWhoOf(title)} onClick={() => setShowsPeople(true)}>
              {t.showWho}
            </Anchor>
            {' · '}
          </>
        ) : null}
        <DashboardLink to="/dashboard/emails" search={{ tab: 'templates', edit: template }} aria-label={t.editOf(templateName(template))}>
          {t.edit}
        </DashboardLink>
      </Text>
      {showsPeople && <DueRecipients kind={kind} title={title} onClose={() => setShowsPeople(false)} />}
    </article>
  )
}
