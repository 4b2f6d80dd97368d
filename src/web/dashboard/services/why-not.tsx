/** Why clients are not offered a service at one time: every reason, and where each is changed. */
import { SegmentedControl, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { addDays, todayIn, zonePlace } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Service, StaffMember } from '../entities.ts'
import { DashboardLink } from '../parts/link.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { useMay } from '../permissions.tsx'
import { findReasonLink, type ExplainedTime } from './reason-link.ts'
import css from './why-not.module.css'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Why isn’t this time offered?',
    service: 'Service',
    date: 'Date',
    time: 'Time',
    with: 'With',
    anyone: 'Anyone',
    zone: (zone: string) => `Times in ${zone}.`,
    offered: 'Clients can book this time.',
    notOffered: 'Clients can’t book this time',
    oneOfAlso: 'One of these has to change as well:',
    oneOf: 'One of these has to change:',
    twice: 'This time comes twice',
    first: (time: string) => `First ${time}`,
    second: (time: string) => `Second ${time}`,
  },
  {
    de: {
      title: 'Warum wird diese Zeit nicht angeboten?',
      service: 'Angebot',
      date: 'Datum',
      time: 'Uhrzeit',
      with: 'Mit',
      anyone: 'Egal wer',
      zone: (zone) => `Zeiten in der Zeitzone ${zone}.`,
      offered: 'Kunden können diese Zeit buchen.',
      notOffered: 'Kunden können diese Zeit nicht buchen',
      oneOfAlso: 'Außerdem muss sich eines davon ändern:',
      oneOf: 'Eines davon muss sich ändern:',
      twice: 'Diese Zeit gibt es zweimal',
      first: (time) => `${time} zum ersten Mal`,
      second: (time) => `${time} zum zweiten Mal`,
    },
  },
)

interface WhyNotProps {
  services: readonly Service[]
  /** The service that is asked about first. */
  serviceId: string | undefined
  /** A wall time of the business, `2026-11-24T14:30`. */
  at: string | undefined
  onClose: () => void
}
export function WhyNot({ services, serviceId, at, onClose }: WhyNotProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const may = useMay()
  const [chosen, setChosen] = useState(serviceId)
  const [date, setDate] = useState(at?.slice(0, 10) ?? addDays(todayIn(site.timeZone), 1))
  const [time, setTime] = useState(at?.slice(11, 16) ?? '10:00')
  const [person, setPerson] = useState<string | null>(null)
  const service = services.find(({ id }) => id === chosen) ?? services[0]
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled: may('staff.queryStaffMembers') })
  const people = staff.data?.staffMembers ?? []
  return (
    <SidePanel open onClose={onClose} title={t.title}>
      <Stack>
        <Select
          size="md"
          label={t.service}
          allowDeselect={false}
          searchable
          value={service?.id ?? null}
          onChange={(id) => setChosen(id ?? undefined)}
          data={services.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div className={css.when}>
          <TextInput size="md" type="date" label={t.date} value={date} onChange={(event) => event.currentTarget.value && setDate(event.currentTarget.value)} />
          <TimeInput size="md" label={t.time} value={time} onChange={setTime} />
        </div>
        {service?.type === 'APPOINTMENT' && people.length > 1 && (
          <Select
            size="md"
            label={t.with}
            clearable
            placeholder={t.anyone}
            value={person}
            onChange={setPerson}
            data={people.flatMap((one) => (one.resourceId ? [{ value: one.resourceId, label: one.name ?? w.unnamed }] : []))}
          />
        )}
        <Text c="dimmed" size="sm">
          {t.zone(zonePlace(site.timeZone))}
        </Text>
        {service && <Answer service={service} people={people} date={date} time={time} resourceId={service.type === 'APPOINTMENT' ? person : null} />}
      </Stack>
    </SidePanel>
  )
}

interface AnswerProps {
  service: Service
  people: readonly StaffMember[]
  date: string
  time: string
  resourceId: string | null
}
function Answer({ service, people, date, time, resourceId }: AnswerProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [pass, setPass] = useState<{ startDate: string; passes: readonly string[] }>()
  const localStartDate = `${date}T${time}:00`
  const chosen = pass?.startDate.startsWith(localStartDate) ? pass : undefined
  const found = useApiQuery('availability.explainTime', {
    params: { serviceId: service.id },
    query: { ...(chosen ? { startDate: chosen.startDate } : { localStartDate }), timeZone: site.timeZone, ...(resourceId ? { resourceId } : {}) },
  })
  const passes = found.data?.passes ?? chosen?.passes
  return (
    <>
      {passes && (
        <SegmentedControl
          aria-label={t.twice}
          value={chosen?.startDate ?? passes[0] ?? ''}
          onChange={(startDate) => setPass({ startDate, passes })}
          data={passes.map((value, at) => ({ value, label: at === 0 ? t.first(time) : t.second(time) }))}
        />
      )}
      <div role="status" aria-busy={found.isPending} className={css.answer}>
        {found.isPending ? (
          <Skeleton height={88} radius="md" />
        ) : found.error ? (
          <Text c="red">{describeError(found.error)}</Text>
        ) : found.data.isOffered ? (
          <p className={css.good}>{t.offered}</p>
        ) : (
          <Reasons found={found.data} subject={{ service, people, date }} />
        )}
      </div>
    </>
  )
}

/** Reasons that every way shares, then one group for each way to take away the others. */
function Reasons({ found: { reasons, ways }, subject }: { found: ExplainedTime; subject: Parameters<typeof findReasonLink>[1] }) {
  const t = useMessages(messages)
  const shared = reasons.map((_, i) => i).filter((i) => ways.every((way) => way.includes(i)))
  const groups = ways.map((way) => way.filter((i) => !shared.includes(i))).filter((way) => way.length > 0)
  const list = (indexes: readonly number[]) => (
    <ul className={css.reasons}>
      {indexes.map((i) => {
        const reason = reasons[i]
        const link = reason && findReasonLink(reason, subject)
        return (
          reason && (
            <li key={i}>
              <span>{reason.text[pageLanguage()]}</span>
              {link && <DashboardLink {...link}>{reason.action[pageLanguage()]}</DashboardLink>}
            </li>
          )
        )
      })}
    </ul>
  )
  return (
    <>
      <h3>{t.notOffered}</h3>
      {shared.length > 0 && list(shared)}
      {groups.length > 0 && (
        <>
          <p>{shared.length > 0 ? t.oneOfAlso : t.oneOf}</p>
          {groups.map((way) => (
            <div key={way.join()} className={css.way}>
              {list(way)}
            </div>
          ))}
        </>
      )}
    </>
  )
}
