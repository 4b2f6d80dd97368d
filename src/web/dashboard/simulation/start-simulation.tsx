import { Alert, Button, SegmentedControl, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import css from './simulation.module.css'
import { common } from './common.messages.ts'
import { cardLabels, type Cards } from './simulation.ts'

const messages = defineDashboardMessages(
  {
    title: 'See what’s coming up',
    about: 'We simulate all active plans from today. Move forward by days or to a date. Forecasts are deleted after a day.',
    cards: 'Saved cards',
    work: 'Saved cards work until they expire.',
    fail: 'Every card is declined. See reminders, retries and which plans would end.',
    back: 'Back',
    start: 'Start forecast',
  },
  {
    de: {
      title: 'Sieh, was ansteht',
      about: 'Wir spielen alle laufenden Tarife ab heute durch. Geh um Tage weiter oder bis zu einem Datum. Nach einem Tag wird die Vorschau gelöscht.',
      cards: 'Gespeicherte Karten',
      work: 'Gespeicherte Karten funktionieren, bis sie ablaufen.',
      fail: 'Jede Karte wird abgelehnt. Du siehst Erinnerungen, neue Versuche und welche Tarife enden würden.',
      back: 'Zurück',
      start: 'Vorschau starten',
    },
  },
)

export function StartSimulation({ onStarted, onLeave }: { onStarted: (id: string) => void; onLeave?: (() => void) | undefined }) {
  const t = useMessages(messages)
  const start = useApiMutation('simulations.startSimulation')
  const [cards, setCards] = useState<Cards>('WORK')
  return (
    <section className={css.start} aria-label={common.newForecast}>
      <div className={css.startIcon} aria-hidden>
        <IconCalendarTime size={28} stroke={1.6} />
      </div>
      <h2>{t.title}</h2>
      <Text c="dimmed" maw={520}>
        {t.about}
      </Text>
      <SegmentedControl
        size="md"
        aria-label={t.cards}
        value={cards}
        onChange={(value) => setCards(value as Cards)}
        data={[
          { value: 'WORK', label: cardLabels.WORK },
          { value: 'FAIL', label: cardLabels.FAIL },
        ]}
      />
      <Text size="sm" c="dimmed">
        {cards === 'WORK' ? t.work : t.fail}
      </Text>
      {start.error && (
        <Alert color="red" role="alert">
          {describeError(start.error)}
        </Alert>
      )}
      <div className={css.buttons}>
        {onLeave && (
          <Button size="md" variant="default" onClick={onLeave}>
            {t.back}
          </Button>
        )}
        <Button
          size="md"
          loading={start.isPending}
          onClick={() => start.mutate({ body: { cards } }, { onSuccess: ({ simulation }) => onStarted(simulation.id) })}
        >
          {t.start}
        </Button>
      </div>
    </section>
  )
}
