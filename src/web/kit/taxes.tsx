/** The tax within an amount, in a line each. */
import { formatPercent } from '#kit/pure/percent.ts'
import type { ReactNode } from 'react'
import { useSite } from '../site-context.tsx'
import { defineMessages, useMessages } from './messages.ts'
import { Money } from './money.tsx'

const messages = defineMessages(
  {
    includes: (amount: ReactNode, name: string, rate: string) => (
      <>
        Includes {amount} {name} ({rate})
      </>
    ),
  },
  {
    de: {
      includes: (amount, name, rate) => (
        <>
          Enthält {amount} {name} ({rate})
        </>
      ),
    },
    fr: {
      includes: (amount, name, rate) => (
        <>
          Dont {amount} de {name} ({rate})
        </>
      ),
    },
    es: {
      includes: (amount, name, rate) => (
        <>
          Incluye {amount} de {name} ({rate})
        </>
      ),
    },
  },
)

export function Taxes({ taxes, currency }: { taxes: readonly { name: string; rate: string; amount: string }[] | undefined; currency: string }) {
  const t = useMessages(messages)
  const { language } = useSite()
  return taxes?.map(({ name, rate, amount }) => (
    <span className="block small dim regular" key={`${name} ${rate}`}>
      {t.includes(<Money value={amount} currency={currency} />, name, formatPercent(rate, language))}
    </span>
  ))
}
