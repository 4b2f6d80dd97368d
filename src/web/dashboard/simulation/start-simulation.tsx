import { Alert, Button, SegmentedControl, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiMutation } from '#web/api.ts'
import { describeError } from '../api-helpers.ts'
import css from './simulation.module.css'
import { cardLabels, type Cards } from './simulation.ts'

export function StartSimulation({ onStarted, onLeave }: { onStarted: (id: string) => void; onLeave?: (() => void) | undefined }) {
  const start = useApiMutation('simulations.startSimulation')
  const [cards, setCards] = useState<Cards>('WORK')
  return (
    <section className={css.start} aria-label="New forecast">
      <div className={css.startIcon} aria-hidden>
        <IconCalendarTime size={28} stroke={1.6} />
      </div>
      <h2>See what’s coming up</h2>
      <Text c="dimmed" maw={520}>
        We simulate all active plans from today. Move forward by days or to a date. Forecasts are deleted after a day.
      </Text>
      <SegmentedControl
        size="md"
        aria-label="Saved cards"
        value={cards}
        onChange={(value) => setCards(value as Cards)}
        data={[
          { value: 'WORK', label: cardLabels.WORK },
          { value: 'FAIL', label: cardLabels.FAIL },
        ]}
      />
      <Text size="sm" c="dimmed">
        {cards === 'WORK' ? 'Saved cards work until they expire.' : 'Every card is declined. See reminders, retries and which plans would end.'}
      </Text>
      {start.error && (
        <Alert color="red" role="alert">
          {describeError(start.error)}
        </Alert>
      )}
      <div className={css.buttons}>
        {onLeave && (
          <Button size="md" variant="default" onClick={onLeave}>
            Back
          </Button>
        )}
        <Button
          size="md"
          loading={start.isPending}
          onClick={() => start.mutate({ body: { cards } }, { onSuccess: ({ simulation }) => onStarted(simulation.id) })}
        >
          Start forecast
        </Button>
      </div>
    </section>
  )
}
