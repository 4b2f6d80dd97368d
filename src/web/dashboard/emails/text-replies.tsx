/** What people answered to text messages, the newest first. */
import { IconMessage } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format.ts'
import { Pager } from '../parts/list-tools.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'

type Meaning = ReplyOf<'texts.listTextReplies'>['replies'][number]['meaning']
const meanings: Readonly<Record<Meaning, [label: string, tone: Tone]>> = {
  STOP: ['Unsubscribed', 'wait'],
  START: ['Resubscribed', 'good'],
  OTHER: ['Reply', 'quiet'],
}
const size = 25

export function TextReplies() {
  const site = useSite()
  const [url, setUrl] = useSearchState(emailsSearch)
  const page = url.page ?? 1
  const found = useApiQuery('texts.listTextReplies', { query: { limit: size, offset: (page - 1) * size } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ replies, total }) =>
        replies.length === 0 ? (
          <EmptyState icon={<IconMessage size={26} />} title="No replies yet">
            STOP and START take effect right away. Other replies appear here.
          </EmptyState>
        ) : (
          <>
            <List label="Replies">
              {replies.map((reply) => (
                <Row
                  key={reply.id}
                  title={reply.body || '(empty)'}
                  sub={`${reply.from} · ${formatInstant(reply.receivedDate, site)}`}
                  facts={<StateTag tone={meanings[reply.meaning][1]}>{meanings[reply.meaning][0]}</StateTag>}
                />
              ))}
            </List>
            <Pager page={page} pages={Math.ceil(total / size)} total={total} what="replies" onPage={(next) => setUrl({ page: next })} />
          </>
        )
      }
    </QueryView>
  )
}
