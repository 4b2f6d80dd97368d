/** Public holidays of a country or region, to be closed on. */
import { Button, Checkbox, Group, Select, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { formatDay, todayIn } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { SpecialDay, SpecialDaysOwner } from '../parts/special-day-form.ts'
import css from '../parts/times.module.css'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    closedOn: (count: number) => (count === 1 ? 'Closed on 1 holiday.' : `Closed on ${count} holidays.`),
    country: 'Country',
    region: 'Region',
    wholeCountry: 'Whole country',
    year: 'Year',
    closeOn: (count: number) => (count === 1 ? 'Close on 1 day' : `Close on ${count} days`),
    source: 'Dates from date-holidays (github.com/commenthol/date-holidays), CC BY-SA 3.0. Check them before you save.',
    none: 'No public holidays left in this year.',
    listed: (day: string) => `${day} · in your list already`,
    booked: (count: number) =>
      count === 1
        ? '1 booking is on these days. It stays booked; cancel or reschedule in the calendar.'
        : `${count} bookings are on these days. They stay booked; cancel or reschedule in the calendar.`,
  },
  {
    de: {
      closedOn: (count) => (count === 1 ? 'An 1 Feiertag geschlossen.' : `An ${count} Feiertagen geschlossen.`),
      country: 'Land',
      region: 'Region',
      wholeCountry: 'Ganzes Land',
      year: 'Jahr',
      closeOn: (count) => (count === 1 ? 'An 1 Tag schließen' : `An ${count} Tagen schließen`),
      source: 'Daten aus date-holidays (github.com/commenthol/date-holidays), CC BY-SA 3.0. Prüfe sie vor dem Speichern.',
      none: 'In diesem Jahr gibt es keine Feiertage mehr.',
      listed: (day) => `${day} · schon in deiner Liste`,
      booked: (count) =>
        count === 1
          ? 'An diesen Tagen gibt es 1 Buchung. Sie bleibt bestehen; absagen oder verschieben kannst du sie im Kalender.'
          : `An diesen Tagen gibt es ${count} Buchungen. Sie bleiben bestehen; absagen oder verschieben kannst du sie im Kalender.`,
    },
  },
)

const YEARS_AHEAD = 2
const toOption = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name })

interface HolidayImportProps {
  owner: SpecialDaysOwner
  /** What is special already. */
  known: readonly SpecialDay[]
  onDone: () => void
}

/** What is chosen, the holidays of it that are still to come, and those of them that are to be closed. */
function useHolidayImport({ known }: HolidayImportProps) {
  const today = todayIn(useSite().timeZone)
  const thisYear = Number(today.slice(0, 4))
  const [chosen, setChosen] = useState<{ country?: string; region?: string; year: number }>({ year: thisYear })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const countries = useApiQuery('staff.listHolidayCountries')
  const country = chosen.country ?? countries.data?.suggested
  const query = { country: country ?? '', year: chosen.year, ...(chosen.region && { region: chosen.region }) }
  const found = useApiQuery('staff.listHolidays', { query }, { enabled: country !== undefined })
  const holidays = (found.data?.holidays ?? []).filter(({ date }) => date >= today)
  const isSpecial = (date: string) => known.some(({ from, until }) => date >= from && date <= until)
  return {
    countries,
    country,
    region: chosen.region ?? null,
    year: chosen.year,
    years: Array.from({ length: YEARS_AHEAD + 1 }, (_, n) => String(thisYear + n)),
    found,
    holidays,
    isSpecial,
    closed: holidays.filter(({ date }) => !open.has(date) && !isSpecial(date)),
    chooseCountry: (code: string) => setChosen(({ year }) => ({ country: code, year })),
    chooseRegion: (code: string | null) => setChosen(({ region: _, ...old }) => ({ ...old, ...(code && { region: code }) })),
    chooseYear: (year: number) => setChosen((old) => ({ ...old, year })),
    toggle: (date: string) => setOpen((old) => new Set(old.has(date) ? [...old].filter((one) => one !== date) : [...old, date])),
  }
}

export function HolidayImport(props: HolidayImportProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const { owner, onDone } = props
  const state = useHolidayImport(props)
  const { countries, country, found, closed } = state
  const close = useApiMutation('staff.closeOnDays')
  const save = async () => {
    try {
      const days = closed.map(({ date, name }) => ({ date, title: name.slice(0, 100) }))
      const { specialDays } = await close.mutateAsync({ body: { days, ...(owner.locationId && { locationId: owner.locationId }) } })
      toast(t.closedOn(specialDays.length))
      onDone()
    } catch (error) {
      toastError(error)
    }
  }
  if (countries.isPending) return <Skeleton height={120} radius="md" />
  const error = countries.error ?? found.error
  return (
    <Stack role="group" aria-label={w.addHolidays}>
      <div className={css.pair}>
        <Select
          size="md"
          label={t.country}
          searchable
          required
          allowDeselect={false}
          value={country ?? null}
          onChange={(code) => code && state.chooseCountry(code)}
          data={countries.data?.countries.map(toOption) ?? []}
        />
        {(found.data?.regions.length ?? 0) > 0 && (
          <Select
            size="md"
            label={t.region}
            searchable
            clearable
            placeholder={t.wholeCountry}
            value={state.region}
            onChange={state.chooseRegion}
            data={found.data?.regions.map(toOption) ?? []}
          />
        )}
        <Select
          size="md"
          label={t.year}
          allowDeselect={false}
          value={String(state.year)}
          onChange={(year) => year && state.chooseYear(Number(year))}
          data={state.years}
        />
      </div>
      {error && (
        <Text c="red" role="alert">
          {describeError(error)}
        </Text>
      )}
      {country && <HolidayList state={state} owner={owner} />}
      <Group>
        <Button size="md" disabled={closed.length === 0} loading={close.isPending} onClick={() => void save()}>
          {t.closeOn(closed.length)}
        </Button>
        <Button size="md" variant="default" onClick={onDone}>
          {commonWords.cancel}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {t.source}
      </Text>
    </Stack>
  )
}

function HolidayList({ state, owner }: { state: ReturnType<typeof useHolidayImport>; owner: SpecialDaysOwner }) {
  const t = useMessages(messages)
  const { found, holidays, closed, isSpecial, toggle } = state
  if (found.isPending) return <Skeleton height={200} radius="md" />
  if (holidays.length === 0) return found.error ? null : <Text c="dimmed">{t.none}</Text>
  return (
    <Stack gap="xs">
      {holidays.map(({ date, name }) => {
        const day = formatDay(date, pageLanguage(), { weekday: 'long', day: 'numeric', month: 'long' })
        return (
          <Checkbox
            key={date}
            size="md"
            label={name}
            description={isSpecial(date) ? t.listed(day) : day}
            disabled={isSpecial(date)}
            checked={closed.some((one) => one.date === date)}
            onChange={() => toggle(date)}
          />
        )
      })}
      <BookedOnHolidays closed={closed} locationId={owner.locationId} />
    </Stack>
  )
}

/** How much is booked on the days that are to be closed. */
function BookedOnHolidays({ closed, locationId }: { closed: readonly { date: string }[]; locationId: string | undefined }) {
  const t = useMessages(messages)
  const days = closed.map(({ date }) => date)
  const body = { from: days[0] ?? '', until: days.at(-1) ?? '', days, ...(locationId && { locationId }) }
  const total = useApiQuery('bookingPages.listBookedOnDays', { body }, { enabled: days.length > 0 }).data?.total ?? 0
  return (
    <Text size="sm" role="status">
      {total === 0 || days.length === 0 ? '' : t.booked(total)}
    </Text>
  )
}
