/** Public holidays of a country or region, or the whole days of a published calendar, to be closed on. */
import { Button, Checkbox, Group, SegmentedControl, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { formatDay, todayIn } from '#web/kit/days.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { describeError, toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { BookedOnDays } from '../parts/special-day-editor.tsx'
import type { SpecialDay, SpecialDaysOwner } from '../parts/special-day-form.ts'
import { Allowed } from '../permissions.tsx'
import css from '../parts/times.module.css'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    closedOn: (count: number) => (count === 1 ? 'Closed on 1 holiday.' : `Closed on ${count} holidays.`),
    offOn: (count: number) => (count === 1 ? 'Off on 1 holiday.' : `Off on ${count} holidays.`),
    takeOff: (count: number) => (count === 1 ? 'Take 1 day off' : `Take ${count} days off`),
    country: 'Country',
    region: 'Region',
    wholeCountry: 'Whole country',
    year: 'Year',
    closeOn: (count: number) => (count === 1 ? 'Close on 1 day' : `Close on ${count} days`),
    dates: 'Dates',
    byCountry: 'Of a country',
    byCalendar: 'From a calendar',
    address: 'Address of the calendar',
    addressAbout: 'A public iCal address (.ics), such as that of school holidays. Days are read now; later changes are not.',
    read: 'Show dates',
    noDays: 'This calendar has no whole days ahead.',
    source: 'Dates from date-holidays (github.com/commenthol/date-holidays), CC BY-SA 3.0. Check them before you save.',
    none: 'No public holidays left in this year.',
    listed: (day: string) => `${day} · in your list already`,
  },
  {
    de: {
      closedOn: (count) => (count === 1 ? 'An 1 Feiertag geschlossen.' : `An ${count} Feiertagen geschlossen.`),
      offOn: (count) => (count === 1 ? 'An 1 Feiertag abwesend.' : `An ${count} Feiertagen abwesend.`),
      takeOff: (count) => (count === 1 ? '1 Tag freinehmen' : `${count} Tage freinehmen`),
      country: 'Land',
      region: 'Region',
      wholeCountry: 'Ganzes Land',
      year: 'Jahr',
      closeOn: (count) => (count === 1 ? 'An 1 Tag schließen' : `An ${count} Tagen schließen`),
      dates: 'Termine',
      byCountry: 'Eines Landes',
      byCalendar: 'Aus einem Kalender',
      address: 'Adresse des Kalenders',
      addressAbout: 'Eine öffentliche iCal-Adresse (.ics), etwa mit Schulferien. Die Tage werden jetzt gelesen; spätere Änderungen nicht.',
      read: 'Termine zeigen',
      noDays: 'In diesem Kalender stehen keine ganzen Tage mehr bevor.',
      source: 'Daten aus date-holidays (github.com/commenthol/date-holidays), CC BY-SA 3.0. Prüfe sie vor dem Speichern.',
      none: 'In diesem Jahr gibt es keine Feiertage mehr.',
      listed: (day) => `${day} · schon in deiner Liste`,
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

interface Holiday {
  date: string
  name: string
}

/** The country whose holidays are listed, and those of them that are still to come. */
function useCountry(today: string) {
  const thisYear = Number(today.slice(0, 4))
  const [chosen, setChosen] = useState<{ country?: string; region?: string; year: number }>({ year: thisYear })
  const countries = useApiQuery('staff.listHolidayCountries')
  const country = chosen.country ?? countries.data?.suggested
  const query = { country: country ?? '', year: chosen.year, ...(chosen.region && { region: chosen.region }) }
  const found = useApiQuery('staff.listHolidays', { query }, { enabled: country !== undefined })
  return {
    countries,
    country,
    region: chosen.region ?? null,
    year: chosen.year,
    years: Array.from({ length: YEARS_AHEAD + 1 }, (_, n) => String(thisYear + n)),
    found,
    holidays: country === undefined ? undefined : found.data?.holidays.filter(({ date }) => date >= today),
    chooseCountry: (code: string) => setChosen(({ year }) => ({ country: code, year })),
    chooseRegion: (code: string | null) => setChosen(({ region: _, ...old }) => ({ ...old, ...(code && { region: code }) })),
    chooseYear: (year: number) => setChosen((old) => ({ ...old, year })),
  }
}

/** Which of the holidays are to be closed: all that are not left open and not special already. */
function useClosed(holidays: readonly Holiday[], known: readonly SpecialDay[]) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const isSpecial = (date: string) => known.some(({ from, until }) => date >= from && date <= until)
  return {
    isSpecial,
    closed: holidays.filter(({ date }) => !open.has(date) && !isSpecial(date)),
    toggle: (date: string) => setOpen((old) => new Set(old.has(date) ? [...old].filter((one) => one !== date) : [...old, date])),
  }
}

export function HolidayImport({ owner, known, onDone }: HolidayImportProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [source, setSource] = useState<'country' | 'calendar'>('country')
  const country = useCountry(todayIn(useSite().timeZone))
  const calendar = useApiMutation('calendarLinks.listCalendarDays')
  const holidays = source === 'country' ? country.holidays : calendar.data?.days
  const list = useClosed(holidays ?? [], known)
  const close = useApiMutation('staff.closeOnDays')
  const { resourceId, locationId } = owner
  const isStaff = owner.kind === 'staff'
  const save = async () => {
    try {
      const days = list.closed.map(({ date, name }) => ({ date, title: name.slice(0, 100) }))
      const { specialDays } = await close.mutateAsync({ body: { days, ...(resourceId && { resourceId }), ...(locationId && { locationId }) } })
      toast(isStaff ? t.offOn(specialDays.length) : t.closedOn(specialDays.length))
      onDone()
    } catch (error) {
      toastError(error)
    }
  }
  if (country.countries.isPending) return <Skeleton height={120} radius="md" />
  const error = source === 'country' ? (country.countries.error ?? country.found.error) : calendar.error
  return (
    <Stack role="group" aria-label={w.addHolidays}>
      <SegmentedControl
        aria-label={t.dates}
        value={source}
        onChange={(value) => setSource(value === 'calendar' ? 'calendar' : 'country')}
        data={[
          { value: 'country', label: t.byCountry },
          { value: 'calendar', label: t.byCalendar },
        ]}
      />
      {source === 'country' ? (
        <CountryFields state={country} />
      ) : (
        <CalendarField isReading={calendar.isPending} onRead={(url) => calendar.mutate({ body: { url } })} />
      )}
      {error && (
        <Text c="red" role="alert">
          {describeError(error)}
        </Text>
      )}
      {source === 'country' && country.country && country.found.isPending && <Skeleton height={200} radius="md" />}
      {holidays && !error && <HolidayList {...list} holidays={holidays} none={source === 'country' ? t.none : t.noDays} owner={owner} />}
      <Group>
        <Button size="md" disabled={list.closed.length === 0} loading={close.isPending} onClick={() => void save()}>
          {isStaff ? t.takeOff(list.closed.length) : t.closeOn(list.closed.length)}
        </Button>
        <Button size="md" variant="default" onClick={onDone}>
          {commonWords.cancel}
        </Button>
      </Group>
      {source === 'country' && (
        <Text size="xs" c="dimmed">
          {t.source}
        </Text>
      )}
    </Stack>
  )
}

function CountryFields({ state }: { state: ReturnType<typeof useCountry> }) {
  const t = useMessages(messages)
  const { countries, country, found } = state
  return (
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
  )
}

/** The address of a published calendar, read when asked for. */
function CalendarField({ isReading, onRead }: { isReading: boolean; onRead: (url: string) => void }) {
  const t = useMessages(messages)
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onRead(url.trim())
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <TextInput
          size="md"
          w="100%"
          type="url"
          label={t.address}
          description={t.addressAbout}
          placeholder="https://…"
          required
          minLength={8}
          maxLength={2000}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button size="md" variant="light" type="submit" loading={isReading}>
          {t.read}
        </Button>
      </Stack>
    </form>
  )
}

interface HolidayListProps extends ReturnType<typeof useClosed> {
  holidays: readonly Holiday[]
  /** What is said when there are none. */
  none: string
  owner: SpecialDaysOwner
}
function HolidayList({ holidays, closed, isSpecial, toggle, none, owner }: HolidayListProps) {
  const t = useMessages(messages)
  if (holidays.length === 0) return <Text c="dimmed">{none}</Text>
  return (
    <Stack gap="xs">
      {holidays.map(({ date, name }) => {
        const day = formatDay(date, pageLanguage(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
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
      <BookedOnHolidays closed={closed} owner={owner} />
    </Stack>
  )
}

/** What is booked on the days that are to be closed. */
function BookedOnHolidays({ closed, owner }: { closed: readonly { date: string }[]; owner: SpecialDaysOwner }) {
  const days = closed.map(({ date }) => date)
  const [from, until] = [days[0], days.at(-1)]
  if (from === undefined || until === undefined) return null
  return (
    <Allowed operation="bookingPages.listBookedOnDays">
      <BookedOnDays owner={owner} form={{ kind: 'closed', from, until, periods: [] }} days={days} />
    </Allowed>
  )
}
