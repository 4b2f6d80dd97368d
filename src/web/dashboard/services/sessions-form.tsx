import { Alert, Button, Chip, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useAsk, useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said } from '../ask.ts'
import { useSite } from '../business.tsx'
import { addDays, todayIn, weekdayOf } from '../business-time.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import type { Service } from '../entities.ts'
import css from './services.module.css'
import { seriesOf, weekdays } from './series.ts'

/** Dates of a class or course: once, or every week on the chosen days until a last day. */
export function SessionsForm({ service, onClose }: { service: Service | undefined; onClose: () => void }) {
  const site = useSite()
  const today = todayIn(site.timeZone)
  const [from, setFrom] = useState(addDays(today, 1))
  const [until, setUntil] = useState('')
  const [time, setTime] = useState('18:00')
  const [minutes, setMinutes] = useState(60)
  const [days, setDays] = useState<string[]>([])
  const [repeat, setRepeat] = useState('1')
  const [who, setWho] = useState<string[]>([])
  const [capacity, setCapacity] = useState<number | ''>('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const people = useAsk('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled: Boolean(service) })
  const create = useDo('availability.createEvent')
  const chosen = repeat !== '0' && days.length > 0 ? days : weekdays.filter((_, index) => index === weekdayOf(from))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!service) return
    setPending(true)
    setProblem(undefined)
    try {
      // Each weekday is a series of its own, so that one can end or move without the others.
      for (const wish of seriesOf({ from, time, minutes, days: chosen, everyWeeks: Number(repeat), until: until || undefined, timeZone: site.timeZone }))
        await create.mutateAsync({
          body: {
            event: {
              ...wish,
              scheduleId: service.schedule?.id,
              type: service.type === 'COURSE' ? 'COURSE' : 'CLASS',
              title: service.name,
              resources: people.data?.staffMembers.filter((one) => who.includes(one.id)).map((one) => ({ id: one.resourceId })) ?? [],
              ...(capacity ? { totalCapacity: capacity } : {}),
            },
          },
        })
      toast('The sessions are on the calendar.')
      onClose()
    } catch (error) {
      setProblem(said(error))
    } finally {
      setPending(false)
    }
  }
  const ordered = [...weekdays.slice(site.weekStartsOn), ...weekdays.slice(0, site.weekStartsOn)]
  return (
    <SidePanel
      open={Boolean(service)}
      onClose={onClose}
      title={`Sessions of ${service?.name ?? ''}`}
      footer={
        <Button type="submit" form="sessions" size="md" loading={pending} disabled={who.length === 0}>
          {repeat === '0' ? 'Add session' : 'Add series'}
        </Button>
      }
    >
      <form id="sessions" onSubmit={(event) => void save(event)}>
        <Stack gap="lg">
          {problem && (
            <Alert color="red" role="alert" title="Not saved">
              {problem}
            </Alert>
          )}
          <Select
            size="md"
            label="How often"
            allowDeselect={false}
            value={repeat}
            onChange={(value) => setRepeat(value ?? '1')}
            data={[
              { value: '0', label: 'Once' },
              { value: '1', label: 'Every week' },
              { value: '2', label: 'Every 2 weeks' },
              { value: '4', label: 'Every 4 weeks' },
            ]}
          />
          <TextInput
            size="md"
            type="date"
            label={repeat === '0' ? 'Day' : 'First day'}
            required
            min={today}
            value={from}
            onChange={(event) => event.currentTarget.value && setFrom(event.currentTarget.value)}
          />
          {repeat !== '0' && (
            <div role="group" aria-label="Weekdays">
              <Text fw={600} size="sm" mb={6}>
                On
              </Text>
              <Chip.Group multiple value={chosen} onChange={setDays}>
                <div className={css.days}>
                  {ordered.map((day) => (
                    <Chip key={day} size="md" value={day}>
                      {day.slice(0, 1) + day.slice(1, 3).toLowerCase()}
                    </Chip>
                  ))}
                </div>
              </Chip.Group>
            </div>
          )}
          <div className={css.pair}>
            <TextInput size="md" type="time" label="Starts" required value={time} onChange={(event) => setTime(event.currentTarget.value)} />
            <NumberInput size="md" label="Minutes" min={5} max={1440} step={5} value={minutes} onChange={(value) => setMinutes(Number(value) || 60)} />
          </div>
          {repeat !== '0' && (
            <TextInput
              size="md"
              type="date"
              label="Last day"
              description="Empty means it goes on."
              min={from}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
          )}
          <MultiSelect
            size="md"
            label="Who leads it"
            required
            value={who}
            onChange={setWho}
            data={people.data?.staffMembers.map((one) => ({ value: one.id, label: one.name ?? 'Without a name' })) ?? []}
          />
          <NumberInput
            size="md"
            label="Places"
            placeholder={String(service?.defaultCapacity ?? '')}
            description="Empty means as many as the service has."
            min={1}
            max={1000}
            value={capacity}
            onChange={(value) => setCapacity(value === '' ? '' : Number(value))}
          />
          <Text c="dimmed" size="sm">
            Times are in {site.timeZone.replaceAll('_', ' ')} and stay the same on the clock in summer and winter.
          </Text>
        </Stack>
      </form>
    </SidePanel>
  )
}
