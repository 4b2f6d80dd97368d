/** What people answered to text messages, the newest first. */
import { IconMessage } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { Pager } from '../parts/list-tools.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'

const messages = defineDashboardMessages(
  {
    unsubscribed: 'Unsubscribed',
    resubscribed: 'Resubscribed',
    reply: 'Reply',
    none: 'No replies yet',
    hint: 'STOP and START take effect right away. Other replies appear here.',
    list: 'Replies',
    empty: '(empty)',
    what: { one: 'reply', many: 'replies' },
  },
  {
    de: {
      unsubscribed: 'Abbestellt',
      resubscribed: 'Wieder angemeldet',
      reply: 'Antwort',
      none: 'Noch keine Antworten',
      hint: 'STOP und START wirken sofort. Andere Antworten erscheinen hier.',
      list: 'Antworten',
      empty: '(leer)',
      what: { one: 'Antwort', many: 'Antworten' },
    },
  },
)
const text = currentMessages(messages)

type Meaning = ReplyOf<'texts.listTextReplies'>['replies'][number]['meaning']
const meanings: Readonly<Record<Meaning, [label: string, tone: Tone]>> = {
  STOP: [text.unsubscribed, 'wait'],
  START: [text.resubscribed, 'good'],
  OTHER: [text.reply, 'quiet'],
}
const size = 25

export function TextReplies() {
  const t = useMessages(messages)
  const site = useSite()
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const found = useApiQuery('texts.listTextReplies', { query: { limit: size, offset: (page - 1) * size } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ replies, total }) =>
        replies.length === 0 ? (
          <EmptyState icon={<IconMessage size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <>
            <List label={t.list}>
              {replies.map((reply) => (
                <Row
                  key={reply.id}
                  title={reply.body || t.empty}
                  sub={`${reply.from} · ${formatInstant(reply.receivedDate, site)}`}
                  facts={<StateTag tone={meanings[reply.meaning][1]}>{meanings[reply.meaning][0]}</StateTag>}
                />
              ))}
            </List>
            <Pager page={page} pages={Math.ceil(total / size)} total={total} what={t.what} onPage={(next) => setUrl({ page: next })} />
          </>
        )
      }
    </QueryView>
  )
}
