/** The sheet that people sign: printed only, nothing of it is on the screen. */
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../../business.tsx'
import type { Roster } from '../../entities.ts'
import { formatTimeRange } from '../../parts/format-times.ts'
import { formatPeople } from '../../parts/format-people.ts'
import { words } from '../words.messages.ts'
import { commonWords } from '../../parts/common-words.ts'
import css from './roster.module.css'

const messages = defineDashboardMessages(
  {
    code: 'Code',
    signature: 'Signature',
  },
  {
    de: {
      code: 'Code',
      signature: 'Unterschrift',
    },
  },
)

export function SignInSheet({ roster: { session, people } }: { roster: Roster }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const empty = Math.max(0, Math.min(session.openSpots, 8))
  return (
    <section className={css.sheet} aria-label={word.signInSheet}>
      <h1>{session.title}</h1>
      <p>{[formatTimeRange(session.startDate, session.endDate, site), ...session.staff, ...session.rooms, session.where].filter(Boolean).join(' · ')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{commonWords.name}</th>
            <th scope="col">{word.people}</th>
            <th scope="col">{t.code}</th>
            <th scope="col">{t.signature}</th>
          </tr>
        </thead>
        <tbody>
          {people
            .filter(({ status }) => status === 'CONFIRMED')
            .map((person) => (
              <tr key={person.id}>
                <th scope="row">{person.name}</th>
                <td>{formatPeople(person.participants)}</td>
                <td>{person.checkInCode}</td>
                <td />
              </tr>
            ))}
          {Array.from({ length: empty }, (_, line) => (
            <tr key={line}>
              <td />
              <td />
              <td />
              <td />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
