/** All dates of a course with its teachers, and with its places where they differ. */
import { joinClocks } from '#kit/pure/date-format.ts'
import { useApiQuery } from '../api.ts'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import { pageTime } from '../rendered-page.ts'
import { useSite } from '../site-context.tsx'

const messages = defineMessages(
  {
    count: (count: number) => (count === 1 ? '1 date' : `${count} dates`),
    over: 'over',
    with: (names: string) => `with ${names}`,
  },
  {
    de: {
      count: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
      over: 'vorbei',
      with: (names) => `mit ${names}`,
    },
    fr: {
      count: (count) => (count < 2 ? `${count} séance` : `${count} séances`),
      over: 'terminée',
      with: (names) => `avec ${names}`,
    },
    es: {
      count: (count) => (count === 1 ? '1 sesión' : `${count} sesiones`),
      over: 'terminada',
      with: (names) => `con ${names}`,
    },
  },
)

interface CourseDatesProps {
  scheduleId: string
  /** Shown beside the dates already. */
  usualPlace?: string | undefined
  zone?: string | undefined
}
export function CourseDates({ scheduleId, usualPlace, zone }: CourseDatesProps) {
  const t = useMessages(messages)
  const site = useSite()
  const query = useApiQuery('availability.listCourseSessions', { params: { scheduleId } })
  if (query.isPending) return <Skeletons kind="text" count={3} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const { sessions } = query.data
  const teams = new Set(sessions.map(({ staff }) => staff.join(', ')))
  const [team = ''] = teams
  const shownZone = zone || site.timeZone
  return (
    <div className="stack-s">
      <p className="small dim">{[t.count(sessions.length), teams.size === 1 && team ? t.with(team) : ''].filter(Boolean).join(' · ')}</p>
      <ol className="course-dates">
        {sessions.map(({ startDate, endDate, place = '', staff }) => {
          const isOver = Date.parse(endDate) <= pageTime()
          const more = [
            teams.size > 1 && staff.length > 0 ? t.with(staff.join(', ')) : '',
            usualPlace && place.includes(usualPlace) ? '' : place,
            isOver ? t.over : '',
          ]
          return (
            <li key={startDate} className={isOver ? 'dim' : undefined}>
              {joinClocks(formatDateTime(startDate, shownZone, 'short', site.language), formatDateTime(endDate, shownZone, 'time', site.language))}
              {more.some(Boolean) ? <span className="block small dim">{more.filter(Boolean).join(' · ')}</span> : null}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
