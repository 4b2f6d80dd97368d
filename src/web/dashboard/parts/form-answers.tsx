/** What a client answered in a form: texts, files to download, signatures as they were drawn. */
import { Anchor } from '@mantine/core'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { operationUrl } from '#web/operation-url.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from './format-times.ts'
import { DetailList } from './page.tsx'

const messages = defineDashboardMessages({ signature: (of: string) => `Signature of ${of}` }, { de: { signature: (of) => `Unterschrift von ${of}` } })

export type FormAnswer = ReplyOf<'forms.listSubmissions'>['submissions'][number]['answers'][number]

/** One answer; consent and signature say when and by whom. */
export function AnswerValue({ answer: { value, file, drawing, at, by } }: { answer: FormAnswer }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <>
      {file ? (
        <Anchor href={operationUrl('forms.getFormFile', { params: { id: file.id } })} download={file.name}>
          {file.name}
        </Anchor>
      ) : (
        <bdi style={{ whiteSpace: 'pre-wrap' }}>{value}</bdi>
      )}
      {drawing && (
        <svg viewBox="0 0 300 100" width={180} height={60} role="img" aria-label={t.signature(value)} style={{ display: 'block' }}>
          <path d={drawing} fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      )}
      {at && (
        <span style={{ display: 'block', color: 'var(--dim)', fontSize: 14 }}>
          {formatInstant(at, site)}
          {by ? `, ${by}` : ''}
        </span>
      )}
    </>
  )
}

export const FormAnswers = ({ answers }: { answers: readonly FormAnswer[] }) => (
  <DetailList items={answers.map((answer, at) => [answer.label, <AnswerValue key={`${at} ${answer.label}`} answer={answer} />])} />
)
