/** Address and opening hours. */
import { Section } from '../kit/page.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { type OpeningHour, type SiteInfo, useSite } from '../site-context.tsx'
import { formatDay, formatSpan } from '../kit/days.ts'

const messages = defineMessages(
  { title: 'Find us', address: 'Address', hours: 'Opening hours', closed: 'Closed', days: (first: string, last: string) => `${first} to ${last}` },
  {
    de: { title: 'So findest du uns', address: 'Adresse', hours: 'Öffnungszeiten', closed: 'Geschlossen', days: (first, last) => `${first} bis ${last}` },
    fr: { title: 'Nous trouver', address: 'Adresse', hours: 'Horaires', closed: 'Fermé', days: (first, last) => `du ${first} au ${last}` },
    es: { title: 'Cómo llegar', address: 'Dirección', hours: 'Horario de apertura', closed: 'Cerrado', days: (first, last) => `de ${first} a ${last}` },
  },
)

// 4 January 1970 was a Sunday.
const formatWeekday = (day: number, language: string) => formatDay(`1970-01-${String(4 + (day % 7)).padStart(2, '0')}`, language, { weekday: 'long' })

/** Days in the order of the week; following days with the same hours stand in one line. */
function groupOpeningHours(
  hours: readonly OpeningHour[],
  { weekStartsOn, language }: Pick<SiteInfo, 'weekStartsOn' | 'language'>,
): { first: number; last: number; hours: string }[] {
  const week = Array.from({ length: 7 }, (_, at) => (weekStartsOn + at) % 7).map((day) => ({
    day,
    hours: hours
      .filter((one) => one.day % 7 === day)
      .map((one) => formatSpan(one.from, one.to, language))
      .join(', '),
  }))
  const groups: { first: number; last: number; hours: string }[] = []
  for (const one of week) {
    const open = groups.at(-1)
    if (open?.hours === one.hours) open.last = one.day
    else groups.push({ first: one.day, last: one.day, hours: one.hours })
  }
  return groups
}

/** `title`: the owner's. */
export function FindUs({ title }: { title: string }) {
  const site = useSite()
  const t = useMessages(messages)
  const name = (day: number) => formatWeekday(day, site.language)
  const hours = site.openingHours ?? []
  if (!site.address && hours.length === 0) return null
  return (
    <Section title={title || t.title}>
      <div className="card find-us">
        {site.address ? (
          <div className="stack-s">
            <h3>{t.address}</h3>
            <p>
              {site.address.line}
              <br />
              {site.address.postalCode} {site.address.city}
            </p>
            {site.address.phone ? (
              <a className="link" href={`tel:${site.address.phone.replace(/[^\d+]/g, '')}`}>
                {site.address.phone}
              </a>
            ) : null}
            {site.address.email ? (
              <a className="link" href={`mailto:${site.address.email}`}>
                {site.address.email}
              </a>
            ) : null}
          </div>
        ) : null}
        {hours.length > 0 ? (
          <div className="stack-s">
            <h3>{t.hours}</h3>
            <dl className="facts">
              {groupOpeningHours(hours, site).map((line) => (
                <div key={line.first} className="contents">
                  <dt>{line.first === line.last ? name(line.first) : t.days(name(line.first), name(line.last))}</dt>
                  <dd>{line.hours || t.closed}</dd>
                </div>
              ))}
            </dl>
          </div>
        ) : null}
      </div>
    </Section>
  )
}
