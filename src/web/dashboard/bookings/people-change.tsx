/** Changes how many people a booking of a class or course is for, after what it does to price, plan and spots was shown. */
import { Button, NumberInput, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { InputOf } from '#web/operations.ts'
import type { ExtendedBooking } from '../entities.ts'
import { toBookingSummary, type BookingSummary } from '../parts/booking-summary.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { formatPeople } from '../parts/format-people.ts'
import { held } from '../parts/held-changes.ts'
import { Allowed } from '../permissions.tsx'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    ask: (who: string) => `How many people come with ${who}?`,
    about: (people: string) => `${people} booked. Spots that become free are offered to the waitlist.`,
    change: 'Change number of people',
    willChange: 'The number of people will change in 30 seconds.',
    included: (who: string) => `${who} included.`,
  },
  {
    de: {
      ask: (who) => `Für wie viele Personen bucht ${who}?`,
      about: (people) => `${people} gebucht. Frei werdende Plätze werden der Warteliste angeboten.`,
      change: 'Personenzahl ändern',
      willChange: 'Die Personenzahl ändert sich in 30 Sekunden.',
      included: (who) => `${who} mitgezählt.`,
    },
  },
)

const toInput = ({ id, revision }: BookingSummary, people: number): InputOf<'bookings.updateNumberOfParticipants'> => ({
  params: { bookingId: id },
  body: { revision, totalParticipants: people },
})

/** Appointments are for one client, and people of different prices were chosen one by one: for these there is no button. */
export function PeopleChange({ booking }: { booking: ExtendedBooking['booking'] }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const summary = toBookingSummary(booking)
  const isOpen = summary.status === 'CONFIRMED' || summary.status === 'PENDING'
  const isInGroup = summary.course || summary.isClass
  if (!isOpen || !isInGroup || booking.participantsChoices !== undefined || summary.end < new Date().toISOString()) return null
  const ask = () => {
    const chosen = { people: summary.people }
    openConfirm({
      title: t.ask(summary.who),
      description: t.about(formatPeople(summary.people)),
      confirmLabel: t.change,
      content: <PeopleFields booking={summary} onChange={(people) => void Object.assign(chosen, { people })} />,
      successMessage: t.willChange,
      ...held('bookings.updateNumberOfParticipants', () => toInput(summary, chosen.people)),
    })
  }
  return (
    <Allowed operation="bookings.updateNumberOfParticipants">
      <Button variant="default" onClick={ask}>
        {t.change}
      </Button>
    </Allowed>
  )
}

function PeopleFields({ booking, onChange }: { booking: BookingSummary; onChange: (people: number) => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const [people, setPeople] = useState(booking.people)
  const [tried] = useDebouncedValue(people, 300)
  return (
    <Stack gap="sm">
      <NumberInput
        size="md"
        label={word.people}
        description={t.included(booking.who)}
        min={1}
        max={1000}
        clampBehavior="strict"
        allowDecimal={false}
        data-autofocus
        value={people}
        onChange={(value) => {
          const next = typeof value === 'number' && value >= 1 ? value : 1
          setPeople(next)
          onChange(next)
        }}
      />
      {tried !== booking.people && <DryRunEffects operation="bookings.updateNumberOfParticipants" input={toInput(booking, tried)} />}
    </Stack>
  )
}
