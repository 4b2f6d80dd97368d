/** What cancelling costs, by the policy of each service: beside its times, and among its facts. */
import { Fragment } from 'react'
import { formatMoney } from '../kit/money.tsx'
import { useSite } from '../site-context.tsx'
import { describeCancellation, type Service } from './catalog.ts'
import { describeFees, listOwnWords } from './fee-text.ts'

/** The sentence about cancelling has no full stop where it stands alone. */
const toLines = (service: Service, more: readonly string[]): string[] => [`${describeCancellation(service)}${more.length > 0 ? '.' : ''}`, ...more]

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))

/** Until when each of these can be cancelled, and the fees; once where all are the same. */
export function CancellationLines({ services }: { services: readonly [Service, ...Service[]] }) {
  const { currency, language } = useSite()
  const rules = services.map((service) => ({
    service,
    lines: toLines(
      service,
      describeFees(service, (value) => formatMoney(value, currency, language)),
    ),
  }))
  const [first, ...others] = rules
  if (!first || others.every(({ lines }) => lines.join() === first.lines.join())) return <Lines lines={first?.lines ?? []} />
  return rules.map(({ service, lines }) => (
    <Fragment key={service.id}>
      <span className="block strong">{service.name}</span>
      <Lines lines={lines} />
    </Fragment>
  ))
}

/** The same among the facts of a service, with the words of the business. */
export function PolicyLines({ service }: { service: Service }) {
  const { currency, language } = useSite()
  const fees = describeFees(service, (value) => formatMoney(value, currency, language))
  const [cancelling, ...more] = toLines(service, [...fees, ...listOwnWords(service)])
  return (
    <>
      {cancelling}
      {more.map((line) => (
        <span key={line} className="block dim small regular">
          {line}
        </span>
      ))}
    </>
  )
}
